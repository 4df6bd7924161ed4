import type { HTMLAttributes } from 'react';
import { t } from '~/i18n';
import { Breadcrumb } from '~/kit/breadcrumb';
import type { PathStep } from '~/api/types';
import { hrefOf, type Place } from '~/api/place';

/** The name of a step; the root has none of its own. */
export function stepName(step: PathStep | undefined, { my, trash }: Pick<Place, 'my' | 'trash'>): string {
  if (step?.name) return step.name;
  if (trash) return t('files.trash');
  return my ? t('files.myDrive') : t('files.shared');
}

export function stepHref(place: Place, step: PathStep, index: number): string {
  return hrefOf({ ...place, directoryId: index === 0 ? undefined : step.directory_id });
}

/** Entries can be dropped on a step: see use-drag.ts. */
const dropTarget = ({ id }: { id: string }) => ({ 'data-drop-directory': id }) as HTMLAttributes<HTMLElement>;

/** The path from the root to the shown directory. */
export function FolderPath({ place, path }: { place: Place; path: readonly PathStep[] }) {
  const steps = path.length > 0 ? path : [{ directory_id: '', name: '' }];
  return (
    <Breadcrumb
      label={t('files.path')}
      moreLabel={t('files.pathMore')}
      dropProps={place.trash ? undefined : dropTarget}
      crumbs={steps.map((step, index) => ({
        id: step.directory_id,
        label: stepName(step, place),
        href: stepHref(place, step, index),
      }))}
    />
  );
}
