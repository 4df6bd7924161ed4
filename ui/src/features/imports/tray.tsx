import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { withWords } from '~/i18n';
import { useIsPageAtRest } from '~/kit/use-is-page-at-rest';
import { isMine, isUnderWay, useImports } from './api';

const TrayRows = lazy(async () => ({ default: (await withWords(import('./tray-rows'), 'imports')).TrayRows }));

/** The imports of the user that run in a workspace, beside the uploads; the pages of imports show them themselves. */
export function ImportTray({ spaceId }: { spaceId: string }) {
  const [path] = useLocation();
  const { data } = useImports(spaceId, useIsPageAtRest());
  // One that has ended stays until it is dismissed.
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const mine = data?.filter(isMine) ?? [];
  const running = mine.filter(isUnderWay).filter(({ import_id: id }) => !seen.has(id));
  if (running.length > 0) setSeen(new Set([...seen, ...running.map(({ import_id: id }) => id)]));
  const shown = mine.filter(({ import_id: id }) => seen.has(id));
  if (shown.length === 0 || path.startsWith(`/workspace/${spaceId}/imports`)) return null;
  const handleDismiss = (gone: string) => setSeen(new Set([...seen].filter((id) => id !== gone)));
  return (
    <Suspense>
      <TrayRows imports={shown} onDismiss={handleDismiss} />
    </Suspense>
  );
}
