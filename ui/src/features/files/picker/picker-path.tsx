import { ChevronLeft, Layers } from 'lucide-react';
import { Fragment } from 'react';
import type { PathStep, Space } from '~/api/types';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import type { Target } from '../operations/calls';
import { stepName } from '../view/path';

type Props = {
  target: Target | null;
  spaces: readonly Space[];
  path: readonly PathStep[];
  fallbackMy: boolean;
  onGo: (target: Target | null) => void;
};

/** The path of the shown folder, with links to the folders above and to all workspaces. */
export function PickerPath({ target, spaces, path, fallbackMy, onGo }: Props) {
  const space = spaces.find(({ space_id: id }) => id === target?.spaceId);
  const my = path[0] ? path[0].directory_id === space?.my_root_directory_id : fallbackMy;
  const shown = path.length > 3 ? [...path.slice(0, 1), ...path.slice(-2)] : path;
  return (
    <nav aria-label={t('files.path')} className="flex min-w-0 flex-1 items-center gap-0.5">
      <IconButton label={t('files.allPlaces')} disabled={!target} onClick={() => onGo(null)}>
        <Layers size={18} aria-hidden="true" />
      </IconButton>
      {!target && <span className="font-bold">{t('files.allPlaces')}</span>}
      {target &&
        shown.map((step, index) => (
          <Fragment key={step.directory_id}>
            <ChevronLeft size={15} aria-hidden="true" className="shrink-0 text-muted ltr:rotate-180" />
            {index === 1 && shown.length < path.length && <span className="text-muted">…</span>}
            {index === shown.length - 1 ? (
              <span aria-current="page" className="truncate px-1.5 font-bold">
                <bdi>{stepName(path.indexOf(step) === 0 ? undefined : step, { my })}</bdi>
              </span>
            ) : (
              <button
                type="button"
                className="min-w-0 truncate rounded-lg px-1.5 py-1 text-muted transition hover:bg-hover hover:text-fg pointer-coarse:py-2.5"
                onClick={() => onGo({ spaceId: target.spaceId, directoryId: step.directory_id })}
              >
                <bdi>{stepName(path.indexOf(step) === 0 ? undefined : step, { my })}</bdi>
              </button>
            )}
          </Fragment>
        ))}
    </nav>
  );
}
