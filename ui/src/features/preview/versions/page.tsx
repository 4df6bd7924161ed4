import { ArrowRight, RotateCcw } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useFile } from '~/api/content';
import { faultText } from '~/api/fault';
import { previewHref, versionsHref } from '~/api/place';
import { useFileProperties } from '~/api/properties';
import type { File, FileVersion } from '~/api/types';
import { entryOfFile } from '~/features/files/listing/entry';
import { mayOn } from '~/features/files/listing/rights';
import { restoreVersion } from '~/features/files/operations/calls';
import { refresh } from '~/features/files/operations/optimistic';
import { FailureState } from '~/features/viewers/failure-state';
import { Viewer } from '~/features/viewers/frame/viewer';
import { WaitingState } from '~/features/viewers/waiting-state';
import { t, useLang } from '~/i18n';
import { dateTime } from '~/i18n/format';
import { Button } from '~/kit/button';
import { CutName } from '~/kit/cut-name';
import { cx } from '~/kit/cx';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { IconButton } from '~/kit/icon-button';
import { Switch } from '~/kit/switch';
import { toast } from '~/kit/toast';
import { useWidth } from '~/kit/use-width';
import { useWindowTitle } from '~/page/use-window-title';
import { Changes } from './changes';
import { compare, type Comparison } from './compare';
import { useWords } from './use-words';

type Props = { spaceId: string; directoryId: string; fileId: string };

/** The versions of a file beside what each of them changed. */
export function VersionsPage({ spaceId, directoryId, fileId }: Props) {
  useLang();
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch());
  const my = asked.get('my') === '1';
  const file = useFile(spaceId, directoryId, fileId);
  const properties = useFileProperties(spaceId, directoryId, fileId);
  const [marked, setMarked] = useState(true);
  const [busy, setBusy] = useState(false);
  const versions = (properties.data?.file_versioning ?? []).toSorted((a, b) => b.number - a.number);
  const chosen = versions.find((one) => one.version_id === asked.get('version_id')) ?? versions[0];
  const before = chosen && versions[versions.indexOf(chosen) + 1];
  const now = useWords(spaceId, directoryId, fileId, chosen?.version_id ?? '');
  const past = useWords(spaceId, directoryId, fileId, before?.version_id ?? '');
  const isOldest = before === undefined;
  const [nowWords, pastWords] = [now.words.data, past.words.data];
  const comparison = useMemo(
    () => (nowWords && (pastWords || isOldest) ? compare(pastWords?.blocks ?? nowWords.blocks, nowWords.blocks) : null),
    [nowWords, pastWords, isOldest],
  );
  const back = () => navigate(previewHref({ spaceId, my }, directoryId, fileId));
  const choose = (version: FileVersion) =>
    navigate(versionsHref({ spaceId, my }, directoryId, fileId, version.version_id), { replace: true });
  const restore = async (version: FileVersion, of: File) => {
    setBusy(true);
    try {
      await restoreVersion(spaceId, entryOfFile(of), version.version_id);
      refresh(spaceId);
      toast({ title: t('files.versionRestored', { n: version.number }), kind: 'success' });
      back();
    } catch (error) {
      toast({ title: faultText(error), kind: 'error' });
      setBusy(false);
    }
  };
  const error = file.error ?? properties.error;
  const mayRestore = file.data && chosen && !chosen.is_head && mayOn(entryOfFile(file.data), 'create', 'version');
  const trouble = now.content.error ?? now.words.error ?? past.content.error ?? past.words.error;
  const withMarks = marked && nowWords !== null;
  return (
    <div className="flex h-full flex-col bg-bg text-fg">
      <Header name={file.data?.file_name} contentType={file.data?.content_type ?? ''} onBack={back}>
        <Button kind="outline" className="max-sm:hidden" onClick={back}>
          {t('preview.closeVersions')}
        </Button>
        {mayRestore && (
          <Button
            kind="solid"
            busy={busy}
            icon={<RotateCcw size={18} aria-hidden="true" />}
            onClick={() => void restore(chosen, file.data)}
          >
            {t('preview.restoreVersion')}
          </Button>
        )}
      </Header>
      {error ? (
        <FailureState text={faultText(error, 'preview')} onRetry={() => void properties.refetch()} />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
          <main
            id="content"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
            tabIndex={0}
            className="scroll-thin relative min-h-0 min-w-0 flex-1 overflow-y-auto bg-sunken p-3 sm:p-6"
          >
            {withMarks && trouble ? (
              <FailureState text={faultText(trouble, 'preview')} />
            ) : withMarks ? (
              comparison ? (
                <>
                  {(nowWords?.cut || pastWords?.cut) && (
                    <p role="note" className="mx-auto max-w-3xl pb-3 text-sm text-muted">
                      {t('preview.changesCut')}
                    </p>
                  )}
                  <Changes lines={comparison.lines} name={file.data?.file_name ?? ''} />
                </>
              ) : (
                <WaitingState />
              )
            ) : now.content.data && file.data ? (
              <Viewer key={chosen?.version_id} content={now.content.data} name={file.data.file_name} viewOnly />
            ) : (
              <WaitingState />
            )}
          </main>
          <aside className="flex max-h-[45%] shrink-0 flex-col border-line bg-surface max-lg:border-t lg:max-h-none lg:w-84 lg:border-s">
            <header className="flex items-center gap-3 border-b border-line px-5 py-2">
              <h2 className="flex-1 text-base font-bold">{t('files.versions')}</h2>
              {nowWords !== null && <Switch label={t('preview.showChanges')} checked={marked} onChange={setMarked} />}
            </header>
            <ol aria-label={t('files.versions')} className="scroll-thin min-h-0 flex-1 overflow-y-auto">
              {versions.map((version) => (
                <Row
                  key={version.version_id}
                  version={version}
                  isFirst={versions.at(-1) === version}
                  isChosen={version === chosen}
                  comparison={version === chosen && before ? comparison : null}
                  onChoose={() => choose(version)}
                />
              ))}
            </ol>
          </aside>
        </div>
      )}
    </div>
  );
}

type HeaderProps = {
  name: string | undefined;
  contentType: string;
  onBack: () => void;
  children: ReactNode;
};

function Header({ name, contentType, onBack, children }: HeaderProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  useWindowTitle(name);
  return (
    <header className="flex h-14 shrink-0 items-center gap-1.5 border-b border-line bg-surface px-2 sm:px-3">
      <IconButton label={t('preview.backToFile')} onClick={onBack}>
        <ArrowRight size={20} aria-hidden="true" className="ltr:rotate-180" />
      </IconButton>
      {name && <FileIcon type={fileType(name, contentType)} className="mx-1 max-sm:hidden" />}
      <div ref={box} className="min-w-0 flex-1">
        <h1 className="truncate text-start text-base font-semibold">
          {name && <CutName name={name} width={width} size={16} weight={600} />}
        </h1>
      </div>
      {children}
    </header>
  );
}

type RowProps = {
  version: FileVersion;
  isFirst: boolean;
  isChosen: boolean;
  comparison: Comparison | null;
  onChoose: () => void;
};

function Row({ version, isFirst, isChosen, comparison, onChoose }: RowProps) {
  return (
    <li data-version={version.number}>
      <button
        type="button"
        aria-current={isChosen}
        onClick={onChoose}
        className={cx(
          'grid w-full gap-1 border-s-3 px-5 py-3 text-start hover:bg-hover',
          isChosen ? 'border-brand bg-brand-soft' : 'border-transparent',
        )}
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold">
            {version.is_head ? t('preview.versionNow') : t('files.version', { n: version.number })}
          </span>
          <span className="text-xs text-muted">{dateTime(version.created_at)}</span>
        </span>
        <span className="text-xs text-muted">
          <bdi>{version.created_by.name}</bdi>
          {isFirst && ` · ${t('preview.versionFirst')}`}
          {comparison && ` · ${summaryOf(comparison)}`}
        </span>
      </button>
    </li>
  );
}

function summaryOf({ changed, added, removed }: Comparison): string {
  const parts = [
    changed > 0 && t('preview.changesChanged', { n: changed }),
    added > 0 && t('preview.changesAdded', { n: added }),
    removed > 0 && t('preview.changesRemoved', { n: removed }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(t('preview.listComma')) : t('preview.changesNone');
}
