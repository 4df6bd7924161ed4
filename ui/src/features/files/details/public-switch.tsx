import { Copy, Globe, Lock } from 'lucide-react';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import { t } from '~/i18n';
import { when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { copyText } from '~/kit/copy-text';
import { TextField } from '~/kit/field';
import { Select } from '~/kit/select';
import { toast } from '~/kit/toast';
import { directLink, setAccess } from '../operations/calls';
import { change, refresh } from '../operations/optimistic';
import type { PanelProps } from './panel';
import { useFileProperties } from '~/api/properties';
import { mayOn } from '../listing/rights';

const NEWEST = 'newest';

/** Opens a file to everyone with its direct link, or to members alone. */
export function PublicSwitch({ spaceId, entry }: Pick<PanelProps, 'spaceId' | 'entry'>) {
  const [shown, setShown] = useState({ open: entry.open, version: entry.openVersionId });
  const { data } = useFileProperties(spaceId, entry.directoryId, entry.id);
  const mayChange = mayOn(entry, 'create', 'download_link');
  const link = directLink(spaceId, entry);

  const save = async (open: boolean, version: string | null) => {
    const before = shown;
    const back = change(spaceId, new Set([entry.id]), { open, openVersionId: version });
    setShown({ open, version });
    try {
      await setAccess(spaceId, entry, open, open ? version : null);
    } catch (error) {
      back();
      setShown(before);
      toast({ title: faultText(error), kind: 'error' });
    }
    refresh(spaceId);
  };
  if (!mayChange) return <Standing open={shown.open} />;
  return (
    <div className="grid gap-5">
      <ChoiceCards
        label={t('files.directAccess')}
        value={shown.open ? 'public' : 'private'}
        choices={[
          { value: 'private', label: t('files.accessPrivate'), hint: t('files.accessPrivateHint') },
          { value: 'public', label: t('files.accessPublic'), hint: t('files.accessPublicHint') },
        ]}
        onChange={(status) => void save(status === 'public', shown.version)}
      />
      {shown.open && (
        <>
          <Select
            label={t('files.accessVersion')}
            value={shown.version ?? NEWEST}
            options={[
              { value: NEWEST, label: t('files.accessNewest') },
              ...(data?.file_versioning ?? []).map((version) => ({
                value: version.version_id,
                label: `${t('files.version', { n: version.number })} · ${when(version.created_at)}`,
              })),
            ]}
            onChange={(version) => void save(true, version === NEWEST ? null : version)}
          />
          <div className="grid gap-2">
            <TextField
              latin
              readOnly
              label={t('files.directLink')}
              value={link}
              onFocus={(event) => event.currentTarget.select()}
            />
            <Button
              kind="soft"
              icon={<Copy size={17} aria-hidden="true" />}
              onClick={() => {
                copyText(link);
                toast({ title: t('files.directLinkCopied'), kind: 'success' });
              }}
            >
              {t('files.copyDirectLink')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Standing({ open }: { open: boolean }) {
  const Icon = open ? Globe : Lock;
  return (
    <p className="flex gap-3">
      <Icon size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      {t(open ? 'files.accessPublicHint' : 'files.accessPrivateHint')}
    </p>
  );
}
