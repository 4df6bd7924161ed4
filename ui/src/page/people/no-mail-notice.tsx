import { Link } from 'wouter';
import { useMe } from '~/api/me';
import { useChannels } from '~/api/channels';
import { t } from '~/i18n';
import { Notice } from '~/kit/notice';

/** Whether invitations can be mailed. */
export const useSendsMail = () => useChannels().email;

/** Where people are invited: nothing reaches them by itself while no mail server is set up. Administrators learn where to do that. */
export function NoMailNotice() {
  const { data: me } = useMe();
  if (useSendsMail()) return null;
  return (
    <Notice tone="warning" title={t('people.noMailTitle')}>
      <p>{t('people.noMailText')}</p>
      {me?.staff === 'administrator' && (
        <Link href="/admin/settings" className="mt-1 inline-block font-semibold text-brand hover:underline">
          {t('people.setUpMail')}
        </Link>
      )}
    </Notice>
  );
}
