import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { faultText, fieldTexts } from '~/api/fault';
import { useSupportPlan } from '~/api/support';
import { t, useLang } from '~/i18n';
import { Button, buttonClass } from '~/kit/button';
import { ChoiceCards } from '~/kit/choice-cards';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { PageHead } from '~/page/page-head';
import { departments, openTicket, type Department } from './api';
import { AttachField } from './attach-field';
import { SupportGuard } from './support-guard';
import { MOST_TEXT, TextArea } from './text-area';
import { useAttachments } from './use-attachments';
import { days, departmentNames } from './words';

/** Opens a ticket. */
export function NewTicketPage() {
  useLang();
  return (
    <SupportGuard>
      <PageHead back={{ label: t('tickets.title'), to: '/ticket' }} title={t('tickets.newTicket')} />
      <div className="max-w-3xl">
        <Form />
      </div>
    </SupportGuard>
  );
}

function Form() {
  const [, navigate] = useLocation();
  const plan = useSupportPlan().data;
  const [department, setDepartment] = useState<Department>('technical');
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const attachments = useAttachments();
  const send = async () => {
    const missing = {
      ...(!subject.trim() && { subject: t('tickets.subjectNeeded') }),
      ...(!text.trim() && { description: t('tickets.textNeeded') }),
      ...(text.length > MOST_TEXT && { description: t('tickets.textLong') }),
    };
    setWrong(missing);
    setProblem('');
    if (Object.keys(missing).length > 0 || attachments.busy) return;
    setBusy(true);
    try {
      const ticket = await openTicket({ department, subject, description: text, attachments: attachments.ids });
      toast({ kind: 'success', title: t('tickets.opened', { code: ticket.tracking_code }) });
      navigate(`/ticket/reply/${ticket.id}`, { replace: true });
    } catch (error) {
      const texts = fieldTexts(error);
      setWrong(texts);
      if (Object.keys(texts).length === 0) setProblem(faultText(error));
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Card
        footer={
          <>
            <Link href="/ticket" className={buttonClass('ghost')}>
              {t('common.cancel')}
            </Link>
            <Button kind="solid" type="submit" busy={busy || attachments.busy}>
              {t('tickets.sendTicket')}
            </Button>
          </>
        }
      >
        <div className="grid gap-2">
          <h2 className="font-medium">{t('tickets.about')}</h2>
          <ChoiceCards<Department>
            label={t('tickets.about')}
            value={department}
            choices={departments.map((value) => ({
              value,
              label: t(departmentNames[value]),
              ...(plan && {
                hint: t(`tickets.${value}Hint`, {
                  days: days(value === 'financial' ? plan.financial_days : plan.days),
                }),
              }),
            }))}
            onChange={setDepartment}
          />
        </div>
        <TextField
          label={t('tickets.subject')}
          value={subject}
          maxLength={150}
          {...(wrong.subject && { error: wrong.subject })}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <TextArea
          label={t('tickets.description')}
          rows={7}
          value={text}
          {...(wrong.description && { error: wrong.description })}
          onChange={setText}
          onSend={() => void send()}
        />
        <AttachField attachments={attachments} />
        {problem && (
          <Notice tone="danger">
            <p role="alert">{problem}</p>
          </Notice>
        )}
      </Card>
    </form>
  );
}
