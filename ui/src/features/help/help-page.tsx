import { ArrowLeft, ArrowRight, MonitorSmartphone } from 'lucide-react';
import { Link } from 'wouter';
import { useMe } from '~/api/me';
import { isLoggedIn } from '~/api/session';
import { isolateLatin, t, useLang } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { cx } from '~/kit/cx';
import { Card } from '~/kit/layout';
import { PageHead } from '~/page/page-head';
import { PageLayout } from '~/page/page-layout';
import { ApiTopic } from './api-topic';
import { KeysTopic } from './keys-topic';
import { ServerTopic } from './server-topic';
import { staffTopics, topicHref, topics, type Topic } from './topics';

/** What users have to know, by topic. It is a part of the app, so that it is there without a connection. */
export function HelpPage({ params }: { params: Params }) {
  useLang();
  return isLoggedIn() ? <OwnHelp params={params} /> : <Help params={params} topics={topics} />;
}

interface Params {
  readonly topic?: string;
  readonly document?: string;
}

function OwnHelp({ params }: { params: Params }) {
  const staff = useMe().data?.staff;
  return <Help params={params} topics={staff ? staffTopics : topics} />;
}

function Help({ params, topics: all }: { params: Params; topics: readonly Topic[] }) {
  const topic = all.find(({ id }) => id === params.topic);
  if (!topic) return <AllTopics topics={all} />;
  return (
    <PageLayout>
      <PageHead
        back={{ label: t('help.all'), to: '/help' }}
        title={isolateLatin(t(`help.${topic.id}`))}
        text={isolateLatin(t(`help.${topic.id}Text`))}
      />
      <div className="grid grid-cols-1 gap-6 min-[900px]:grid-cols-[14rem_minmax(0,1fr)]">
        <TopicList topics={all} current={topic.id} />
        <div className="grid max-w-3xl grid-cols-1 content-start gap-5">
          <TopicBody topic={topic} document={params.document} />
          <Neighbors of={topic} topics={all} />
        </div>
      </div>
    </PageLayout>
  );
}

function AllTopics({ topics: all }: { topics: readonly Topic[] }) {
  return (
    <PageLayout>
      <PageHead title={t('help.title')} text={t('help.text')} />
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {all.map(({ id, Icon }) => (
          <li key={id}>
            <Link
              href={topicHref(id)}
              className="flex h-full items-start gap-4 rounded-card border border-line bg-surface p-5 transition-colors hover:bg-hover"
            >
              <span className="grid size-10 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
                <Icon size={20} aria-hidden="true" />
              </span>
              <span className="grid min-w-0 gap-0.5">
                <span className="font-bold">{isolateLatin(t(`help.${id}`))}</span>
                <span className="text-pretty text-muted">{isolateLatin(t(`help.${id}Text`))}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </PageLayout>
  );
}

/** The way to the other topics, beside the text of a wide window. */
function TopicList({ topics: all, current }: { topics: readonly Topic[]; current: string }) {
  return (
    <nav aria-label={t('help.topics')} className="max-[899px]:hidden">
      <ul className="sticky top-4 grid gap-0.5">
        {all.map(({ id, Icon }) => (
          <li key={id}>
            <Link
              href={topicHref(id)}
              aria-current={id === current ? 'page' : undefined}
              className={cx(
                'flex min-h-10 items-center gap-3 rounded-control px-3',
                id === current ? 'bg-brand-soft font-semibold text-brand' : 'hover:bg-hover',
              )}
            >
              <Icon size={18} aria-hidden="true" className="shrink-0" />
              {isolateLatin(t(`help.${id}`))}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TopicBody({ topic, document }: { topic: Topic; document?: string }) {
  if (topic.id === 'keys') return <KeysTopic />;
  if (topic.id === 'api') return <ApiTopic />;
  if (topic.id === 'server') return <ServerTopic name={document} />;
  return (
    <Card>
      <div className="grid gap-6">
        {topic.parts.map((part) => (
          <section key={part} className="grid gap-1">
            <h2 className="text-base font-bold">{isolateLatin(t(`help.${part}`))}</h2>
            <p className="leading-7 text-pretty">{isolateLatin(t(`help.${part}Text`))}</p>
          </section>
        ))}
        {topic.id === 'devices' && isLoggedIn() && (
          <Link href="/account/connect" className={buttonClass('outline', 'justify-self-start')}>
            <MonitorSmartphone size={18} aria-hidden="true" />
            {t('help.devicesOpen')}
          </Link>
        )}
      </div>
    </Card>
  );
}

/** The topics before and after, for those who read on. */
function Neighbors({ of, topics: all }: { of: Topic; topics: readonly Topic[] }) {
  const at = all.indexOf(of);
  const before = all[at - 1];
  const after = all[at + 1];
  return (
    <nav aria-label={t('help.neighbors')} className="flex flex-wrap justify-between gap-2">
      {before ? (
        <Link href={topicHref(before.id)} className={buttonClass('ghost')}>
          <ArrowLeft size={18} aria-hidden="true" className="rtl:rotate-180" />
          {isolateLatin(t(`help.${before.id}`))}
        </Link>
      ) : (
        <span />
      )}
      {after && (
        <Link href={topicHref(after.id)} className={buttonClass('ghost')}>
          {isolateLatin(t(`help.${after.id}`))}
          <ArrowRight size={18} aria-hidden="true" className="rtl:rotate-180" />
        </Link>
      )}
    </nav>
  );
}
