import { Download, Eye, FolderOpen, Lock } from 'lucide-react';
import type { LinkGrant, SharedLink } from '~/api/types';
import { useState } from 'react';
import { faultText } from '~/api/fault';
import { Gate } from '~/features/gate/gate';
import type { Credentials } from '~/features/gate/types';
import { t } from '~/i18n';
import { fullDate, size, when } from '~/i18n/format';
import { Button } from '~/kit/button';
import { FileIcon } from '~/kit/file-icon';
import { fileType } from '~/kit/file-type';
import { Notice } from '~/kit/notice';
import { startDownload } from './start-download';
import { Sharer } from './sharer';

type Props = {
  info: SharedLink;
  grant: LinkGrant | null;
  open: (credentials: Credentials) => Promise<LinkGrant>;
  ensureGrant: () => Promise<LinkGrant | null>;
  onView: () => void;
};

const typeOf = ({ kind, file_name: name, content_type: type }: SharedLink) =>
  kind === 'file' ? fileType(name, type) : kind === 'directory' ? 'folder' : 'archive';

const nameOf = ({ kind, title, file_name: name }: SharedLink) =>
  kind === 'selection' || kind === 'locked' ? title : name;

/** The shared item, and the fields that have to be filled in before it opens. */
export function LinkGate(props: Props) {
  const { info, grant, open, onView } = props;
  const canPreview = info.preview !== 'none';
  const locked = info.needs.length > 0 && !grant;
  const name = nameOf(info);
  return (
    <>
      <header className="mb-6 flex flex-col items-center text-center">
        {info.kind === 'locked' ? (
          <span className="grid size-16 place-items-center rounded-2xl bg-brand-soft text-brand" aria-hidden="true">
            <Lock size={28} strokeWidth={1.8} />
          </span>
        ) : (
          <FileIcon type={typeOf(info)} size="lg" />
        )}
        {info.title !== name && (
          <p className="mt-4 max-w-full text-sm text-muted wrap-anywhere">
            <bdi>{info.title}</bdi>
          </p>
        )}
        <h1 className="mt-2 max-w-full text-xl font-extrabold wrap-anywhere">
          <bdi>{name}</bdi>
        </h1>
        <Sharer info={info} />
        {info.kind !== 'locked' && <Facts info={info} />}
        {info.email_description && (
          <p
            dir="auto"
            className="mt-4 w-full rounded-control bg-sunken px-4 py-3 text-start text-pretty whitespace-pre-line"
          >
            {info.email_description}
          </p>
        )}
      </header>
      {locked ? (
        <Gate
          needs={info.needs}
          submit={t('publiclink.enter')}
          onOpen={async (credentials) => {
            const got = await open(credentials);
            if (got.link.preview !== 'none' && got.preview_url) onView();
          }}
        />
      ) : info.kind === 'file' ? (
        <Actions {...props} canPreview={canPreview} />
      ) : (
        <FolderEntrance {...props} />
      )}
    </>
  );
}

function Facts({ info }: { info: SharedLink }) {
  const { kind, files_count: files, last_modified_at: changed, version } = info;
  const facts = [
    kind === 'file' ? null : t('publiclink.nFiles', { n: files }),
    size(info.size),
    version !== null && version > 1 ? t('publiclink.version', { n: version }) : null,
  ];
  return (
    <>
      <p className="mt-1.5 text-muted">{facts.filter(Boolean).join(' · ')}</p>
      {changed && (
        <p className="text-xs text-muted">
          <time dateTime={changed} title={fullDate(changed)}>
            {t('publiclink.changed', { when: when(changed) })}
          </time>
        </p>
      )}
    </>
  );
}

/** The folder opens when the visitor says so: each opening counts towards the limit of the link. */
function FolderEntrance({ info, ensureGrant }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await ensureGrant();
    } catch (error) {
      setProblem(faultText(error));
    }
    setBusy(false);
  };
  return (
    <div className="grid gap-3">
      {problem && <Notice tone="danger">{problem}</Notice>}
      <Button
        kind="solid"
        busy={busy}
        icon={<FolderOpen size={19} aria-hidden="true" />}
        className="h-12 text-base"
        onClick={() => void open()}
      >
        {t('publiclink.openFolder')}
      </Button>
      {info.is_limited && <p className="text-center text-xs text-pretty text-muted">{t('publiclink.limited')}</p>}
    </div>
  );
}

function Actions({ info, ensureGrant, onView, canPreview }: Props & { canPreview: boolean }) {
  const [busy, setBusy] = useState<'view' | 'download' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const act = async (what: 'view' | 'download') => {
    setBusy(what);
    setProblem(null);
    try {
      const grant = await ensureGrant();
      if (grant && what === 'download') startDownload(grant.url);
      else if (grant?.preview_url) onView();
      else if (grant) setProblem(t('publiclink.noView'));
    } catch (error) {
      setProblem(faultText(error));
    }
    setBusy(null);
  };
  return (
    <div className="grid gap-2">
      {problem && <Notice tone="danger">{problem}</Notice>}
      {!info.view_only && (
        <Button
          kind="solid"
          busy={busy === 'download'}
          icon={<Download size={19} aria-hidden="true" />}
          className="h-12 text-base"
          onClick={() => void act('download')}
        >
          {t('publiclink.download')}
        </Button>
      )}
      {canPreview && (
        <Button
          kind={info.view_only ? 'solid' : 'soft'}
          busy={busy === 'view'}
          icon={<Eye size={19} aria-hidden="true" />}
          className="h-12 text-base"
          onClick={() => void act('view')}
        >
          {t('publiclink.view')}
        </Button>
      )}
      {info.view_only && (
        <p className="mt-2 text-center text-xs text-pretty text-muted">
          {canPreview ? t('publiclink.viewOnly') : t('publiclink.noView')}
        </p>
      )}
    </div>
  );
}
