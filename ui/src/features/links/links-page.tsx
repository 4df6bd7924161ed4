import { Link2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { StatusPage } from '~/features/gate/status-page';
import { useStatus } from '~/features/gate/use-status';
import { useLang } from '~/i18n';
import { useSpaceLinks } from './api';
import { LinkDialogs, type OpenDialog } from './link-dialogs';
import { LinkRow } from './link-row';

const statuses = ['active', 'expired', 'spent', 'dead'] as const;

type Props = {
  spaceId: string;
  /** The button that makes a new link; null for users who may not. */
  create: ReactNode;
};

/** All download links of a workspace that the user may manage. */
export function LinksPage({ spaceId, create }: Props) {
  useLang();
  const status = useStatus(statuses);
  const list = useSpaceLinks(spaceId, status);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  return (
    <StatusPage
      area="links"
      Icon={Link2}
      statuses={statuses}
      status={status}
      list={list}
      create={create}
      renderRow={(link) => <LinkRow key={link.download_id} link={link} onAct={(act) => setOpen({ act, link })} />}
    >
      <LinkDialogs open={open} onClose={() => setOpen(null)} />
    </StatusPage>
  );
}
