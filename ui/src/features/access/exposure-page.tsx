import { Globe, Inbox, Link2, ShieldCheck, UserRound, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { faultText } from '~/api/fault';
import type { ExposedItem, Exposure } from '~/api/types';
import { ConfirmDialog } from '~/page/people/confirm-dialog';
import { FailureState } from '~/page/failure-state';
import { ListSkeleton } from '~/page/list';
import { num, t, useLang } from '~/i18n';
import { Notice } from '~/kit/notice';
import { State } from '~/kit/state';
import { Page } from '~/page/page';
import { toast } from '~/kit/toast';
import { useExposure } from './api';
import { ExposedGuest, ExposedLink, PublicFile, type Ask } from './exposed-rows';

/** Everything in a workspace that people outside of it can reach, with buttons to end that. */
export function ExposurePage({ spaceId }: { spaceId: string }) {
  useLang();
  const { data, error, refetch } = useExposure(spaceId);
  const [asked, setAsked] = useState<Ask | null>(null);
  return (
    <>
      <Page title={t('access.exposure')} text={t('access.exposureText')}>
        {data ? (
          <Report spaceId={spaceId} data={data} onAsk={setAsked} />
        ) : error ? (
          <FailureState error={error} retry={refetch} />
        ) : (
          <ListSkeleton people />
        )}
      </Page>
      {asked && (
        <ConfirmDialog
          title={asked.title}
          text={asked.text}
          yes={t('access.remove')}
          run={async () => {
            try {
              await asked.run();
              toast({ title: asked.done, kind: 'success' });
            } catch (failure) {
              toast({ title: faultText(failure), kind: 'error' });
            }
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** How many lead in: what has stopped is listed, and reaches nobody. */
const open = (items: readonly ExposedItem[]) => items.filter(({ paused }) => !paused).length;

function Report({ spaceId, data, onAsk }: { spaceId: string; data: Exposure; onAsk: (ask: Ask) => void }) {
  const { guests, links, boxes, public_files: files } = data;
  const counts = [
    { id: 'guests', Icon: UserRound, count: guests.length, listed: guests.length, label: t('access.guests') },
    { id: 'links', Icon: Link2, count: open(links), listed: links.length, label: t('access.links') },
    { id: 'boxes', Icon: Inbox, count: open(boxes), listed: boxes.length, label: t('access.boxes') },
    { id: 'files', Icon: Globe, count: files.length, listed: files.length, label: t('access.files') },
  ];
  const all = counts.reduce((sum, { listed }) => sum + listed, 0);
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {counts.map(({ id, Icon, count, listed, label }) => (
          <li key={id}>
            <a
              href={`#exposed-${id}`}
              aria-disabled={listed === 0 || undefined}
              className="grid gap-1 rounded-card border border-line p-4 transition hover:border-brand/50 aria-disabled:pointer-events-none"
            >
              <Icon size={18} aria-hidden="true" className={count > 0 ? 'text-brand' : 'text-muted'} />
              <span className="text-2xl leading-8 font-extrabold">{num(count)}</span>
              <span className="text-muted">{label}</span>
            </a>
          </li>
        ))}
      </ul>
      {data.access === 'public' && (
        <Notice tone="warning" title={t('access.spacePublic')}>
          {t('access.spacePublicText')}
        </Notice>
      )}
      {data.prevent_sharing_non_members && <Notice>{t('access.preventedText')}</Notice>}
      {all === 0 && (
        <div data-state="empty">
          <State
            icon={<ShieldCheck size={36} strokeWidth={1.6} />}
            title={t('access.nothingOut')}
            text={t('access.nothingOutText')}
          />
        </div>
      )}
      <Part id="guests" Icon={UserRound} title={t('access.guests')} show={guests.length > 0}>
        {guests.map((guest) => (
          <ExposedGuest key={guest.role_id} spaceId={spaceId} guest={guest} onAsk={onAsk} />
        ))}
      </Part>
      <Part id="links" Icon={Link2} title={t('access.links')} show={links.length > 0}>
        {links.map((link) => (
          <ExposedLink key={link.download_id} kind="link" spaceId={spaceId} item={link} onAsk={onAsk} />
        ))}
      </Part>
      <Part id="boxes" Icon={Inbox} title={t('access.boxes')} show={boxes.length > 0}>
        {boxes.map((box) => (
          <ExposedLink key={box.upload_id} kind="box" spaceId={spaceId} item={box} onAsk={onAsk} />
        ))}
      </Part>
      <Part id="files" Icon={Globe} title={t('access.files')} show={files.length > 0}>
        {files.map((file) => (
          <PublicFile key={file.target_id} spaceId={spaceId} file={file} onAsk={onAsk} />
        ))}
      </Part>
    </>
  );
}

function Part(props: { id: string; Icon: LucideIcon; title: string; show: boolean; children: ReactNode }) {
  const { Icon } = props;
  if (!props.show) return null;
  return (
    <section id={`exposed-${props.id}`} aria-labelledby={`exposed-${props.id}-title`} className="scroll-mt-4">
      <h2 id={`exposed-${props.id}-title`} className="mb-2 flex items-center gap-2 text-base font-bold">
        <Icon size={18} aria-hidden="true" className="text-muted" />
        {props.title}
      </h2>
      <ul className="overflow-hidden rounded-card ring-1 ring-line">{props.children}</ul>
    </section>
  );
}
