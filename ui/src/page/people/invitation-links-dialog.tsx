import { Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { faultText } from '~/api/fault';
import { useMutation } from '~/api/use-mutation';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyField } from '~/kit/copy-field';
import { copyText } from '~/kit/copy-text';
import { Dialog } from '~/kit/dialog';
import { toast } from '~/kit/toast';
import { AddressNotice } from '~/page/address-notice';
import { useSendsMail } from './no-mail-notice';

/** Someone who is invited and has not come yet. */
export interface PendingPerson {
  readonly email: string;
  /** Makes a link for them; the one before ends. */
  readonly makeLink: () => Promise<string>;
  /** Mails the invitation once more; for the dialog of one person. */
  readonly sendAgain?: () => Promise<void>;
}

interface Props {
  readonly people: readonly PendingPerson[];
  /** They were invited just now and have no link yet: that of a single one is made at once. */
  readonly fresh?: boolean;
  /** Over another dialog. */
  readonly above?: boolean;
  readonly onClose: () => void;
}

/** The links of invitations, for the inviter to hand over. */
export function InvitationLinksDialog({ people, fresh, above, onClose }: Props) {
  const sendsMail = useSendsMail();
  const [only] = people.length === 1 ? people : [];
  const [url, setUrl] = useState('');
  return (
    <Dialog
      open
      calm
      above={above ?? false}
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={only ? t('people.linkTitle', { email: only.email }) : t('people.linksTitle')}
      description={
        <>
          {!sendsMail && <span className="block">{t('people.linksNoMail')}</span>}
          <span className="block">{t('people.linksText')}</span>
        </>
      }
      footer={
        <>
          {sendsMail && only?.sendAgain && <SendAgainButton email={only.email} send={only.sendAgain} />}
          <Button kind="solid" onClick={onClose}>
            {t('people.linksDone')}
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-1 gap-4">
        {people.map((person) => (
          <LinkRow
            key={person.email}
            person={person}
            alone={person === only}
            atOnce={fresh === true && person === only}
            onMade={setUrl}
          />
        ))}
      </ul>
      {url && (
        <div className="mt-4">
          <AddressNotice url={url} />
        </div>
      )}
    </Dialog>
  );
}

function SendAgainButton({ email, send }: { email: string; send: () => Promise<void> }) {
  const again = useMutation({
    mutationFn: send,
    onSuccess: () => void toast({ kind: 'success', title: t('people.sentAgain', { email }) }),
    onError: (error) => void toast({ kind: 'error', title: faultText(error, 'members') }),
  });
  return (
    <Button kind="soft" busy={again.isPending} disabled={again.isSuccess} onClick={() => again.mutate()}>
      {t('people.sendAgain')}
    </Button>
  );
}

type RowProps = { person: PendingPerson; alone: boolean; atOnce: boolean; onMade: (url: string) => void };

function LinkRow({ person: { email, makeLink }, alone, atOnce, onMade }: RowProps) {
  const make = useMutation({ mutationFn: makeLink, onSuccess: onMade });
  const { mutate } = make;
  useEffect(() => {
    if (atOnce) mutate();
  }, [atOnce, mutate]);
  const handleClick = async () => {
    const made = make.mutateAsync();
    if (await copyText(made)) toast({ kind: 'success', title: t('people.linkCopied', { email }) });
  };
  if (make.data) {
    return (
      <li>
        <CopyField
          label={email}
          hideLabel={alone}
          value={make.data}
          copyLabel={t('people.copyLinkOf', { email })}
          copiedLabel={t('people.copied')}
        />
      </li>
    );
  }
  return (
    <li className="grid gap-1">
      <div className="flex min-h-11 items-center gap-3">
        <bdi dir="ltr" className="min-w-0 flex-1 truncate text-start font-medium">
          {email}
        </bdi>
        <Button
          kind="soft"
          busy={make.isPending}
          icon={<Link2 size={18} aria-hidden="true" />}
          aria-label={t('people.copyLinkOf', { email })}
          onClick={() => void handleClick()}
        >
          {t('people.copyLink')}
        </Button>
      </div>
      {make.error && (
        <p role="alert" className="text-danger">
          {faultText(make.error, 'members')}
        </p>
      )}
    </li>
  );
}
