import { ChevronLeft, MoveUp } from 'lucide-react';
import { t } from '~/i18n';
import { size } from '~/i18n/format';
import { IconButton } from '~/kit/icon-button';
import type { Folder } from './tree';

type Props = {
  name: string;
  path: readonly string[];
  folder: Folder;
  onGo: (path: readonly string[]) => void;
};

const arrow = <ChevronLeft size={16} aria-hidden="true" className="shrink-0 text-muted ltr:rotate-180" />;

/** The folders from the archive to the one that is shown, and how much is in it. */
export function ArchivePath({ name, path, folder, onGo }: Props) {
  const steps = [name, ...path];
  const extent = `${t('preview.archiveFiles', { n: folder.count })} · ${size(folder.size)}`;
  // The name of the archive stands above it.
  if (path.length === 0)
    return (
      <p
        role="status"
        className="flex h-11 shrink-0 items-center border-b border-line px-4 text-sm text-muted sm:px-5 print:hidden"
      >
        {extent}
      </p>
    );
  return (
    <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-2 sm:px-3 print:hidden">
      <IconButton label={t('preview.archiveUp')} onClick={() => onGo(path.slice(0, -1))}>
        <MoveUp size={18} aria-hidden="true" />
      </IconButton>
      <nav aria-label={t('preview.archivePath')} className="min-w-0 flex-1">
        <ol className="flex min-w-0 items-center gap-0.5">
          {steps.map((step, index) => (
            <li key={index} className="flex min-w-0 shrink items-center gap-0.5 last:max-w-7/10 last:shrink-0">
              {index > 0 && arrow}
              {index === steps.length - 1 ? (
                <span aria-current="location" className="truncate px-2 font-semibold">
                  <bdi>{step}</bdi>
                </span>
              ) : (
                <button
                  type="button"
                  onClick={() => onGo(path.slice(0, index))}
                  className="min-w-8 truncate rounded-lg px-2 py-1 text-muted transition hover:bg-hover hover:text-fg pointer-coarse:py-2.5"
                >
                  <bdi>{step}</bdi>
                </button>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <p role="status" className="shrink-0 px-1 text-xs text-muted max-sm:hidden">
        {extent}
      </p>
    </div>
  );
}
