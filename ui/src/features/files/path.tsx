import { t } from '~/i18n';
import { Breadcrumb } from '~/kit/breadcrumb';
import type { PathStep } from '~/api/types';
import { hrefOf, type Place } from './place';

/** The name of a step; the root has none of its own. */
export function stepName(step: PathStep | undefined, my: boolean): string {
  return step?.name || (my ? t('files.myDrive') : t('files.shared'));
}

export function stepHref(place: Place, step: PathStep, index: number): string {
  return hrefOf({ ...place, directoryId: index === 0 ? undefined : step.directory_id });
}

/** The way from the root to the directory that is shown. */
export function FolderPath({ place, path }: { place: Place; path: readonly PathStep[] }) {
  const steps = path.length > 0 ? path : [{ directory_id: '', name: '' }];
  return (
    <Breadcrumb
      label={t('files.path')}
      moreLabel={t('files.pathMore')}
      crumbs={steps.map((step, index) => ({
        id: step.directory_id,
        label: stepName(step, place.my),
        href: stepHref(place, step, index),
      }))}
    />
  );
}
