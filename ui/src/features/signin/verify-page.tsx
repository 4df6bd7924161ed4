import { CircleCheck, MailCheck, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useChannels } from '~/api/channels';
import { useMe } from '~/api/me';
import type { User } from '~/api/types';
import { FailureState } from '~/page/failure-state';
import { PageLayout } from '~/page/page-layout';
import { t, useLang } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Skeleton } from '~/kit/skeleton';
import { State } from '~/kit/state';
import { toast } from '~/kit/toast';
import { sendContactCode, verifyContact, type Contact } from '~/features/accounts/api';
import { CodeEntry } from '~/page/codes/code-entry';
import { NoCodesNotice } from '~/page/codes/no-codes-notice';

const contactInfo = {
  email: {
    Icon: MailCheck,
    title: 'signin.verifyEmailTitle',
    text: 'signin.verifyEmailText',
    done: 'signin.verifyEmailDone',
    already: 'signin.verifyEmailAlready',
    none: 'signin.verifyEmailNone',
    noneText: 'signin.verifyEmailNoneText',
  },
  mobile: {
    Icon: MessageSquareText,
    title: 'signin.verifyMobileTitle',
    text: 'signin.verifyMobileText',
    done: 'signin.verifyMobileDone',
    already: 'signin.verifyMobileAlready',
    none: 'signin.verifyMobileNone',
    noneText: 'signin.verifyMobileNoneText',
  },
} as const;

/** The address to prove: a pending one first, else the present one if unproven; null when there is none. */
function unproven(me: User, contact: Contact): string | null {
  if (contact === 'email') return me.pending_email || (me.is_email_validated ? null : me.email || null);
  return me.pending_mobile || (me.is_mobile_validated ? null : me.mobile || null);
}

export const VerifyEmailPage = () => <VerifyPage contact="email" />;
export const VerifyMobilePage = () => <VerifyPage contact="mobile" />;

/** Proves by a code that an address or a number belongs to the user. */
function VerifyPage({ contact }: { contact: Contact }) {
  useLang();
  const { data: me, error, refetch } = useMe();
  const [, navigate] = useLocation();
  const info = contactInfo[contact];
  const sends = useChannels()[contact];
  const back = () => (history.length > 1 ? history.back() : navigate('/workspace'));
  // Hides the form as soon as the address is proven, before `me` is read again.
  const [done, setDone] = useState(false);
  const to = me && !done && unproven(me, contact);
  return (
    <PageLayout>
      <div className="mx-auto max-w-md py-6">
        {!me && error && <FailureState page error={error} retry={refetch} />}
        {!me && !error && <Skeleton className="h-72 w-full rounded-card" />}
        {me && !to && (
          <State
            page
            icon={<CircleCheck size={36} strokeWidth={1.6} />}
            title={t(me[contact] ? info.already : info.none)}
            text={
              me[contact] ? (
                <bdi dir="ltr">{contact === 'mobile' ? ownDigits(me.mobile) : me.email}</bdi>
              ) : (
                t(info.noneText)
              )
            }
            actions={
              <Button kind="solid" onClick={back}>
                {t('common.back')}
              </Button>
            }
          />
        )}
        {to && (
          <section className="rounded-card border border-line bg-surface p-6 text-center shadow-card sm:p-8">
            <span
              aria-hidden="true"
              className="mx-auto mb-4 grid size-16 place-items-center rounded-3xl bg-brand-soft text-brand"
            >
              <info.Icon size={30} strokeWidth={1.7} />
            </span>
            <h1 className="text-xl font-extrabold">{t(info.title)}</h1>
            {sends ? (
              <>
                <p className="mt-2 mb-6 text-pretty text-muted">
                  {t(info.text, { to: contact === 'mobile' ? ownDigits(to) : to })}
                </p>
                <CodeEntry
                  asks
                  submit={t('signin.confirm')}
                  onAgain={() => sendContactCode(contact)}
                  onCode={async (code) => {
                    await verifyContact(contact, code);
                    setDone(true);
                    toast({ kind: 'success', title: t(info.done) });
                    back();
                  }}
                />
              </>
            ) : (
              <div className="mt-4 grid gap-4 text-start">
                <NoCodesNotice kind={contact} />
                <Button onClick={back}>{t('common.back')}</Button>
              </div>
            )}
          </section>
        )}
      </div>
    </PageLayout>
  );
}
