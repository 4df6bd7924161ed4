import { Check } from 'lucide-react';
import { LinkButtons, LinkPart } from '~/features/links/link-part';
import { useShareLink, type ShareLink } from '~/features/links/use-share-link';
import { t, useLang } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { FileIcon } from '~/kit/file-icon';
import type { Entry } from '../listing/entry';
import { Reach } from './reach';
import { linkRights, linkTarget } from './rights';

type Props = { spaceId: string; entries: readonly Entry[]; onClose: () => void };

/** Shares entries: with people, and by a link that is made and copied in one act. Several share a link only. */
export function ShareDialog({ spaceId, entries, onClose }: Props) {
  useLang();
  const targets = entries.map(linkTarget);
  const share = useShareLink(spaceId, targets, linkRights(entries));
  const [first] = entries;
  const only = entries.length === 1 ? first : undefined;
  return (
    <Dialog
      open
      calm
      width="md"
      onOpenChange={(open) => !open && onClose()}
      icon={first && <FileIcon type={first.type} size="md" className="mt-1" />}
      title={t('files.share')}
      description={
        only ? (
          <bdi className="wrap-anywhere">{only.name || t('files.shared')}</bdi>
        ) : (
          t('links.nItems', { n: entries.length })
        )
      }
      footer={<Buttons share={share} onClose={onClose} />}
    >
      {only ? (
        <Reach spaceId={spaceId} entry={only} share={share} />
      ) : (
        <LinkPart spaceId={spaceId} targets={targets} share={share} />
      )}
    </Dialog>
  );
}

function Buttons({ share, onClose }: { share: ShareLink; onClose: () => void }) {
  if (share.editing) return <LinkButtons share={share} kind="solid" />;
  return (
    <>
      {/* The toast has told it. */}
      <p className="me-auto flex items-center gap-2 self-center font-medium text-success max-sm:hidden">
        {share.copied && (
          <>
            <Check size={18} aria-hidden="true" />
            {t('links.copied')}
          </>
        )}
      </p>
      <Button kind={share.canCopy ? 'outline' : 'solid'} onClick={onClose}>
        {t('common.close')}
      </Button>
      {share.canCopy && <LinkButtons share={share} kind="solid" />}
    </>
  );
}
