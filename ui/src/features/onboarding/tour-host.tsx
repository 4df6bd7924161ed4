import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useMe } from '~/api/me';
import { withWords } from '~/i18n';
import { showAgain } from './again';
import { whenTourIsAsked } from '~/page/tour-request';

const Tour = lazy(async () => ({ default: (await withWords(import('./tour'), 'onboarding')).Tour }));

/** Pages of a workspace that show the frame. */
const framed = /^\/workspace\/(?!(?:create|find)$)[^/]+(?!.*\/preview$)/;

/** Shows newcomers around, once they are in a workspace. */
export function TourHost() {
  const me = useMe().data;
  useEffect(() => whenTourIsAsked(() => void showAgain()), []);
  const [path] = useLocation();
  if (me?.is_onboarded !== false || !framed.test(path)) return null;
  return (
    <Suspense>
      <Tour />
    </Suspense>
  );
}
