import { CloudOff, FolderSearch } from 'lucide-react';
import { Link } from 'wouter';
import { Fault, faultText } from '~/api/fault';
import { t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { ScrollArea } from '~/kit/scroll-area';
import { State } from '~/kit/state';
import { isGone } from '../listing/gone';

type Props = {
  error: unknown;
  onRetry: () => void;
  /** Where one may go from a directory that is not there. */
  up?: { name: string; href: string } | undefined;
  /** It was shown before it went away. */
  wasShown?: boolean;
  /** It is the top of the shared files, which are closed to members without a role. */
  isRoot?: boolean;
};

export function ErrorState({ error, onRetry, up, wasShown = false, isRoot = false }: Props) {
  const gone = isGone(error);
  const left = gone && wasShown;
  const closed = gone && isRoot;
  const offline = error instanceof Fault && error.kind === 'noInternet';
  const titleKey = closed
    ? 'files.closedTitle'
    : left
      ? 'files.leftTitle'
      : gone
        ? 'files.goneTitle'
        : offline
          ? 'frame.notKeptTitle'
          : 'files.errorTitle';
  return (
    <ScrollArea centered label={t(gone ? 'files.goneTitle' : 'files.errorTitle')}>
      <State
        alert
        tone={gone ? 'calm' : 'danger'}
        icon={gone ? <FolderSearch size={36} strokeWidth={1.6} /> : <CloudOff size={36} strokeWidth={1.6} />}
        title={t(titleKey)}
        text={
          closed ? t('files.closedText') : left ? t('files.leftText') : gone ? t('files.goneText') : faultText(error)
        }
        actions={
          <>
            {gone && up && (
              <Link href={up.href} className={buttonClass('solid')}>
                {t('files.leftUp', { name: up.name })}
              </Link>
            )}
            <Button kind="soft" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          </>
        }
      />
    </ScrollArea>
  );
}
