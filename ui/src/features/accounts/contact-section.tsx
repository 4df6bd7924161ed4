import { Mail, Smartphone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { faultText } from '~/api/fault';
import type { User } from '~/api/types';
import { useMutation } from '~/api/use-mutation';
import { Badge } from '~/page/people/person';
import { t } from '~/i18n';
import { ownDigits } from '~/i18n/format';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Setting, Settings } from '~/kit/setting';
import { toast } from '~/kit/toast';
import { changeContact, type Contact } from './api';
import { contactOf, type OwnContact } from './contact';

const ContactDialog = lazy(async () => ({ default: (await import('./contact-dialog')).ContactDialog }));

const icons = { email: Mail, mobile: Smartphone };
const names = {
  email: { change: 'profile.changeEmail', add: 'profile.addEmail' },
  mobile: { change: 'profile.changeMobile', add: 'profile.addMobile' },
} as const;

type Asked = { kind: Contact; step: 'change' | 'verify' };

/** The email address and mobile number by which the user signs in and gets messages. */
export function ContactSection({ me }: { me: User }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Card title={t('profile.contactTitle')} text={t('profile.contactText')}>
      <Settings>
        {(['email', 'mobile'] as const).map((kind) => (
          <ContactRow key={kind} contact={contactOf(me, kind)} onAsk={(step) => setAsked({ kind, step })} />
        ))}
      </Settings>
      {asked && (
        <Suspense>
          <ContactDialog contact={contactOf(me, asked.kind)} first={asked.step} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Card>
  );
}

/** Addresses are written in Latin, numbers in the digits of the language. */
const contactText = (kind: Contact, value: string) => (kind === 'mobile' ? ownDigits(value) : value);

function ContactRow({ contact, onAsk }: { contact: OwnContact; onAsk: (step: Asked['step']) => void }) {
  const { kind, value, verified, pending } = contact;
  const Icon = icons[kind];
  // A request for the present address cancels the pending one.
  const takeBack = useMutation({
    mutationFn: () => changeContact(kind, value),
    onError: (error) => void toast({ kind: 'error', title: faultText(error) }),
  });
  return (
    <li>
      <Setting
        icon={<Icon size={20} />}
        title={
          value ? (
            <bdi dir="ltr" className="min-w-0 truncate">
              {contactText(kind, value)}
            </bdi>
          ) : (
            <span className="font-normal text-muted">
              {t(kind === 'email' ? 'profile.noEmail' : 'profile.noMobile')}
            </span>
          )
        }
        badges={
          <>
            {value && verified && <Badge tone="success">{t('profile.verified')}</Badge>}
            {value && !verified && !pending && <Badge tone="warning">{t('profile.unverified')}</Badge>}
          </>
        }
        text={
          pending
            ? t('profile.pending', { to: contactText(kind, pending) })
            : t(kind === 'email' ? 'profile.email' : 'profile.mobile')
        }
        actions={
          <>
            {pending && value && (
              <Button
                busy={takeBack.isPending}
                aria-label={t('profile.takeBackOf', { to: contactText(kind, pending) })}
                onClick={() => takeBack.mutate()}
              >
                {t('profile.takeBack')}
              </Button>
            )}
            {(pending || (value && !verified)) && (
              <Button kind="soft" onClick={() => onAsk('verify')}>
                {t(pending ? 'profile.enterCode' : 'profile.verifyNow')}
              </Button>
            )}
            <Button
              kind="outline"
              aria-label={t(names[kind][value ? 'change' : 'add'])}
              onClick={() => onAsk('change')}
            >
              {t(value ? 'profile.change' : 'profile.add')}
            </Button>
          </>
        }
      />
    </li>
  );
}
