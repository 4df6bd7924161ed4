import { Check, Copy } from 'lucide-react';
import { forgetLostSession, useLostSession, type UnsentText } from '~/api/lost-session';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { useCopied } from '~/kit/use-copied';

/** Signed in again: what was being written when the session ended. Another person does not see it. */
export function UnsentTexts({ userId }: { userId: string }) {
  const lost = useLostSession();
  if (!lost || lost.userId !== userId || lost.texts.length === 0) return null;
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && forgetLostSession()}
      title={t('frame.unsentTitle')}
      description={t('frame.unsentText')}
      footer={
        <Button kind="solid" onClick={forgetLostSession}>
          {t('frame.unsentDone')}
        </Button>
      }
    >
      <ul className="grid grid-cols-1 gap-4">
        {lost.texts.map((one) => (
          <TextRow key={one.label + one.text} {...one} />
        ))}
      </ul>
    </Dialog>
  );
}

function TextRow({ label, text }: UnsentText) {
  const [copied, copy] = useCopied();
  const Icon = copied ? Check : Copy;
  return (
    <li className="grid justify-items-start gap-1.5">
      {label && <p className="font-medium">{label}</p>}
      <p
        dir="auto"
        className="max-h-48 w-full overflow-y-auto rounded-control bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-wrap"
      >
        {text}
      </p>
      <Button kind="soft" icon={<Icon size={17} aria-hidden="true" />} onClick={() => copy(text)}>
        {t(copied ? 'frame.unsentCopied' : 'frame.unsentCopy')}
      </Button>
    </li>
  );
}
