import {
  CloudUpload,
  Compass,
  FolderOpen,
  Inbox,
  MonitorSmartphone,
  Upload,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { can, usePermissions } from '~/api/permissions';
import { useSpace } from '~/api/spaces';
import { startTour } from '~/page/tour-request';
import { t } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { State } from '~/kit/state';
import type { useQuickActions } from './quick-actions';
import { welcomeText, type useWelcome } from './use-welcome';

const cardClass =
  'flex h-full w-full items-center gap-3 rounded-card border border-line bg-surface p-4 text-start transition hover:border-brand/50 hover:shadow-card';

type Props = {
  spaceId: string;
  actions: ReturnType<typeof useQuickActions>;
  welcome: ReturnType<typeof useWelcome>;
};

/** The home page before anything has happened: the first steps. */
export function FirstDay({ spaceId, actions, welcome }: Props) {
  const latest = useRef(welcome);
  latest.current = welcome;
  // Whoever has seen this page has been welcomed.
  useEffect(
    () => () => {
      if (latest.current.isNew) latest.current.end();
    },
    [],
  );
  const { data } = usePermissions(spaceId);
  const space = useSpace(spaceId);
  // Whoever joined comes to what others have made.
  const joined = space !== undefined && !space.guest && space.role !== 'owner';
  return (
    <div data-state="first-day" className="mx-auto max-w-4xl pb-4">
      <State
        icon={<CloudUpload size={36} strokeWidth={1.6} />}
        title={joined ? t('home.joinedTitle', { title: space.title }) : t('home.firstTitle')}
        text={joined ? `${welcomeText(space, welcome.inviter)} ${t('home.joinedText')}` : t('home.firstText')}
        actions={
          <>
            {joined && space.role !== 'no_role' && <SharedFilesLink spaceId={spaceId} kind="solid" />}
            {actions.upload && (
              <Button kind="soft" icon={<Upload size={18} aria-hidden="true" />} onClick={actions.upload}>
                {t(joined ? 'home.upload' : 'home.uploadFirst')}
              </Button>
            )}
            {!joined && <SharedFilesLink spaceId={spaceId} kind="outline" />}
          </>
        }
      />
      <ul className="grid gap-4 sm:grid-cols-2">
        {can(data, 'create', 'member') && (
          <li>
            <Link href={`/workspace/${spaceId}/teammates`} className={cardClass}>
              <Card Icon={Users} title={t('home.inviteTitle')} text={t('home.inviteText')} />
            </Link>
          </li>
        )}
        {actions.box && (
          <li>
            <Step run={actions.box}>
              <Card Icon={Inbox} title={t('home.boxTitle')} text={t('home.boxText')} />
            </Step>
          </li>
        )}
        <li>
          <Link href="/account/connect" className={cardClass}>
            <Card Icon={MonitorSmartphone} title={t('home.deviceTitle')} text={t('home.deviceText')} />
          </Link>
        </li>
        <li>
          <Step run={startTour}>
            <Card Icon={Compass} title={t('home.tourTitle')} text={t('home.tourText')} />
          </Step>
        </li>
      </ul>
    </div>
  );
}

const SharedFilesLink = ({ spaceId, kind }: { spaceId: string; kind: 'solid' | 'outline' }) => (
  <Link href={`/workspace/${spaceId}`} className={buttonClass(kind)}>
    <FolderOpen size={18} aria-hidden="true" />
    {t('frame.sharedFiles')}
  </Link>
);

const Step = ({ run, children }: { run: () => void; children: ReactNode }) => (
  <button type="button" onClick={run} className={cardClass}>
    {children}
  </button>
);

const Card = ({ Icon, title, text }: { Icon: LucideIcon; title: string; text: string }) => (
  <>
    <span aria-hidden="true" className="grid size-10 shrink-0 place-items-center rounded-lg bg-brand-soft text-brand">
      <Icon size={20} />
    </span>
    <span className="grid min-w-0">
      <span className="font-semibold">{title}</span>
      <span className="text-xs text-muted">{text}</span>
    </span>
  </>
);
