import { useState, type ReactNode } from 'react';
import { Fault, faultText, fieldTexts } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { Field, inputClass } from '~/kit/field';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { cx } from '~/kit/cx';

type Props = {
  title: string;
  /** The effect of the act, in words. */
  text?: ReactNode;
  /** The button that does it. */
  act: string;
  /** Said afterwards, when the caller does not say it. */
  done?: string;
  /** Set when others than the log show the reason; a label and a hint say so. */
  reader?: { label: string; hint: string };
  danger?: boolean;
  /** Further fields, above the reason. */
  children?: (problems: Record<string, string>) => ReactNode;
  /** Whether the further fields are filled in. */
  ready?: boolean;
  onAct: (reason: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the reason of an act of staff, which the log keeps. */
export function ActDialog(props: Props) {
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const act = async () => {
    if (!reason.trim()) return setProblems({ reason: t('consolePeople.reasonNeeded') });
    setBusy(true);
    setProblem('');
    setProblems({});
    try {
      await props.onAct(reason.trim());
      if (props.done) toast({ kind: 'success', title: props.done });
      props.onClose();
    } catch (error) {
      const texts = fieldTexts(error);
      setProblems(texts);
      // Those who do not prove who they are know why nothing happened.
      if (Object.keys(texts).length === 0 && !(error instanceof Fault && error.key === 'reauthentication_required'))
        setProblem(faultText(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={props.title}
      footer={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form="act"
            kind={props.danger ? 'danger' : 'solid'}
            busy={busy}
            disabled={props.ready === false}
          >
            {props.act}
          </Button>
        </>
      }
    >
      <form
        id="act"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void act();
        }}
      >
        {props.text && <div className="grid gap-2 text-pretty">{props.text}</div>}
        {props.children?.(problems)}
        <Field
          label={props.reader?.label ?? t('consolePeople.reason')}
          hint={props.reader?.hint ?? t('consolePeople.reasonHint')}
          error={problems.reason}
        >
          {(aria) => (
            <textarea
              {...aria}
              dir="auto"
              rows={2}
              maxLength={500}
              placeholder=" "
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              className={cx(inputClass, 'h-auto! py-2')}
            />
          )}
        </Field>
        {problem && <Notice tone="danger">{problem}</Notice>}
      </form>
    </Dialog>
  );
}
