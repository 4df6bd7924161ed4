import { FolderOpen, PartyPopper, X } from 'lucide-react';
import { Link } from 'wouter';
import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { buttonClass } from '~/kit/button';
import { IconButton } from '~/kit/icon-button';
import { welcomeText, type useWelcome } from './use-welcome';

type Props = { space: Space; welcome: ReturnType<typeof useWelcome> };

/** Says to a new member, once, where they are and who brought them in. */
export function WelcomeCard({ space, welcome: { inviter, end } }: Props) {
  return (
    <section
      aria-label={t('home.welcomeTitle', { title: space.title })}
      data-welcome
      className="mb-6 flex items-start gap-3 rounded-card bg-brand-soft p-4"
    >
      <PartyPopper size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-brand" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p className="font-bold text-pretty wrap-anywhere">{t('home.welcomeTitle', { title: space.title })}</p>
        <p className="text-pretty text-muted">{welcomeText(space, inviter)}</p>
        {space.role !== 'no_role' && (
          <Link href={`/workspace/${space.space_id}`} onClick={end} className={buttonClass('outline', 'mt-2')}>
            <FolderOpen size={18} aria-hidden="true" />
            {t('frame.sharedFiles')}
          </Link>
        )}
      </div>
      <IconButton label={t('common.close')} onClick={end}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </section>
  );
}
