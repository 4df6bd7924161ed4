import {
  ArrowRight,
  CloudAlert,
  CloudCheck,
  CloudOff,
  Download,
  EllipsisVertical,
  Eye,
  History,
  Info,
  RefreshCw,
  UserPlus,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '~/i18n';
import { clock } from '~/i18n/format';
import { Button } from '~/kit/button';
import { CutName } from '~/kit/cut-name';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { IconButton, iconButtonClass } from '~/kit/icon-button';
import { Menu } from '~/kit/menu';
import { useWidth } from '~/kit/use-width';
import type { EditSessionState } from '../edit-session';

/** So long a save is "just now". */
const JUST_NOW = 60_000;

type SavedProps = { state: EditSessionState; readOnly: boolean };

/** Whether everything is saved: an icon on a phone, words where there is room. */
export function SavedState({ state, readOnly }: SavedProps) {
  const { saveState, savedAt, hasDraft } = state;
  const [, draw] = useState(0);
  useEffect(() => {
    if (savedAt === null) return undefined;
    const timer = setTimeout(() => draw((n) => n + 1), Math.max(0, savedAt + JUST_NOW - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [savedAt]);
  const [Icon, text, tone] = readOnly
    ? ([Eye, t('editors.viewing'), 'text-muted'] as const)
    : saveState === 'saving'
      ? ([RefreshCw, t('editors.saving'), 'text-muted'] as const)
      : saveState === 'dirty'
        ? ([RefreshCw, t('editors.unsaved'), 'text-muted'] as const)
        : saveState === 'offline'
          ? ([CloudOff, hasDraft ? t('editors.offline') : t('editors.offlineLost'), 'text-warning'] as const)
          : saveState === 'failed'
            ? ([CloudAlert, t('editors.notSaved'), 'text-danger'] as const)
            : ([CloudCheck, savedText(savedAt), 'text-muted'] as const);
  return (
    <p
      role="status"
      data-saving={readOnly ? 'view' : saveState}
      className={`flex items-center gap-1.5 text-xs ${tone}`}
    >
      <Icon size={17} aria-hidden="true" className={saveState === 'saving' && !readOnly ? 'animate-spin' : ''} />
      <span className="max-md:sr-only">{text}</span>
    </p>
  );
}

function savedText(at: number | null): string {
  if (at === null) return t('editors.upToDate');
  return Date.now() - at < JUST_NOW ? t('editors.savedNow') : t('editors.savedAt', { time: clock(at) });
}

type Props = SavedProps & {
  contentType: string;
  onBack: () => void;
  onShare: (() => void) | undefined;
  onSave: () => void;
  onHistory: () => void;
  onVersionsPanel: () => void;
  onDownload: () => void;
};

/** The name of the document, whether it is saved, and what one does with it. */
export function EditorHeader({
  state,
  readOnly,
  contentType,
  onBack,
  onShare,
  onSave,
  onHistory,
  onVersionsPanel,
  onDownload,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <header className="flex h-14 shrink-0 items-center gap-1.5 border-b border-line bg-surface px-2 sm:px-3">
      <IconButton label={t('editors.back')} onClick={onBack}>
        <ArrowRight size={20} aria-hidden="true" className="ltr:rotate-180" />
      </IconButton>
      <FileIcon type={fileType(state.name, contentType)} className="mx-1 max-sm:hidden" />
      <div ref={box} className="min-w-0 flex-1">
        <h1 className="truncate text-start text-base font-semibold">
          <CutName name={state.name} width={width} size={16} weight={600} />
        </h1>
      </div>
      <SavedState state={state} readOnly={readOnly} />
      <IconButton label={t('editors.versions')} onClick={onHistory} className="max-sm:hidden">
        <History size={19} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('editors.openVersions')} onClick={onVersionsPanel} className="max-sm:hidden">
        <Info size={19} aria-hidden="true" />
      </IconButton>
      {onShare && (
        <Button
          kind="solid"
          className="max-sm:hidden"
          icon={<UserPlus size={18} aria-hidden="true" />}
          onClick={onShare}
        >
          {t('editors.share')}
        </Button>
      )}
      <Menu
        label={t('editors.more')}
        align="end"
        entries={[
          ...(readOnly
            ? []
            : [{ id: 'save', label: t('editors.saveNow'), icon: <CloudCheck size={18} />, onSelect: onSave }]),
          ...(onShare
            ? [{ id: 'share', label: t('editors.share'), icon: <UserPlus size={18} />, onSelect: onShare }]
            : []),
          { id: 'versions', label: t('editors.versions'), icon: <History size={18} />, onSelect: onHistory },
          { id: 'details', label: t('editors.openVersions'), icon: <Info size={18} />, onSelect: onVersionsPanel },
          { id: 'download', label: t('editors.download'), icon: <Download size={18} />, onSelect: onDownload },
        ]}
        trigger={
          <button type="button" aria-label={t('editors.more')} className={iconButtonClass()}>
            <EllipsisVertical size={19} aria-hidden="true" />
          </button>
        }
      />
    </header>
  );
}
