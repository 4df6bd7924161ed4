import { FolderPlus, Inbox, Link2, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSpace } from '~/api/spaces';
import type { Step } from '~/features/files/sharing/new-steps';
import { useOpenCreationPlace } from '~/features/files/operations/use-open-creation-place';
import { newFolder } from '~/features/files/operations/start';
import { pickFiles } from '~/features/uploads/start';
import { t, withWords } from '~/i18n';
import { Button } from '~/kit/button';

const NewSteps = lazy(async () => ({
  default: (await withWords(import('~/features/files/sharing/new-steps'), 'links', 'boxes', 'gate', 'dates')).NewSteps,
}));

/** The actions that the user may start from the home page; null where they may not. Callers render the dialogs. */
export function useQuickActions(spaceId: string) {
  const openPlace = useOpenCreationPlace(spaceId);
  const space = useSpace(spaceId);
  const member = space?.guest === false;
  const locked = space?.locked ?? false;
  const [making, setMaking] = useState<{ of: 'link' | 'box'; step: Step } | null>(null);
  const start = (run: () => void) =>
    openPlace &&
    (() => {
      openPlace();
      run();
    });
  // The picker offers only items that the user may share; every member has some in My Drive.
  const make = (of: 'link' | 'box') => (member ? () => setMaking({ of, step: 'pick' }) : null);
  return {
    upload: start(pickFiles),
    folder: start(newFolder),
    link: make('link'),
    box: make('box'),
    locked,
    dialogs: making && (
      <Suspense>
        <NewSteps
          spaceId={spaceId}
          of={making.of}
          step={making.step}
          onStep={(step) => setMaking(step === null ? null : { ...making, step })}
        />
      </Suspense>
    ),
  };
}

type Actions = ReturnType<typeof useQuickActions>;

/** Four buttons beside the title; on a phone they are a grid below it. */
export function QuickActions({ actions }: { actions: Actions }) {
  const all = [
    { id: 'upload', label: t('home.upload'), Icon: Upload, run: actions.upload },
    { id: 'folder', label: t('frame.newFolder'), Icon: FolderPlus, run: actions.folder },
    { id: 'link', label: t('home.newLink'), Icon: Link2, run: actions.link },
    { id: 'box', label: t('home.newBox'), Icon: Inbox, run: actions.box },
  ];
  return (
    <div
      role="group"
      aria-label={t('home.actions')}
      className="grid grid-cols-2 gap-2 empty:hidden max-sm:w-full sm:flex sm:flex-wrap"
    >
      {all.map(
        ({ id, label, Icon, run }) =>
          run && (
            <Button
              key={id}
              kind="outline"
              icon={<Icon size={18} aria-hidden="true" />}
              disabled={actions.locked}
              title={actions.locked ? t('frame.readOnly') : undefined}
              onClick={run}
            >
              {label}
            </Button>
          ),
      )}
    </div>
  );
}
