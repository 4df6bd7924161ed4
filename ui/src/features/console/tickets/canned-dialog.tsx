import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { faultText, fieldTexts } from '~/api/fault';
import { TextArea } from '~/features/tickets/text-area';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Dialog } from '~/kit/dialog';
import { TextField } from '~/kit/field';
import { IconButton } from '~/kit/icon-button';
import { sayFault } from '~/page/say-fault';
import { deleteCanned, saveCanned, type Canned } from './tickets-api';

type Draft = { canned_id?: string; title: string; text: string };

/** The texts that staff put into their answers: one list, and a form for one of them. */
export function CannedDialog({ all, onClose }: { all: readonly Canned[]; onClose: () => void }) {
  const [draft, setDraft] = useState<Draft | null>(null);
  if (draft) return <TextForm draft={draft} onChange={setDraft} onDone={() => setDraft(null)} />;
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onClose()}
      title={t('tickets.canned')}
      footer={
        <Button
          kind="solid"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={() => setDraft({ title: '', text: '' })}
        >
          {t('tickets.cannedNew')}
        </Button>
      }
    >
      {all.length === 0 && <p className="text-muted">{t('tickets.cannedNone')}</p>}
      <ul className="divide-y divide-line">
        {all.map((one) => (
          <li key={one.canned_id} className="flex items-center gap-1 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                <bdi>{one.title}</bdi>
              </span>
              <span dir="auto" className="block truncate text-xs text-muted">
                {one.text}
              </span>
            </span>
            <IconButton label={t('tickets.edit', { title: one.title })} onClick={() => setDraft(one)}>
              <Pencil size={17} aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('tickets.delete', { title: one.title })}
              onClick={() => void deleteCanned(one.canned_id).catch(sayFault)}
            >
              <Trash2 size={17} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type EditProps = { draft: Draft; onChange: (draft: Draft) => void; onDone: () => void };

function TextForm({ draft, onChange, onDone }: EditProps) {
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveCanned(draft);
      onDone();
    } catch (error) {
      const texts = fieldTexts(error);
      setWrong(Object.keys(texts).length > 0 ? texts : { text: faultText(error) });
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      width="md"
      onOpenChange={(open) => !open && onDone()}
      title={draft.canned_id ? t('tickets.edit', { title: draft.title }) : t('tickets.cannedNew')}
      footer={
        <>
          <Button onClick={onDone}>{t('common.cancel')}</Button>
          <Button kind="solid" busy={busy} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextField
          label={t('tickets.cannedTitle')}
          value={draft.title}
          maxLength={150}
          {...(wrong.title && { error: wrong.title })}
          onChange={(event) => onChange({ ...draft, title: event.currentTarget.value })}
        />
        <TextArea
          label={t('tickets.cannedText')}
          rows={6}
          value={draft.text}
          {...(wrong.text && { error: wrong.text })}
          onChange={(text) => onChange({ ...draft, text })}
        />
      </div>
    </Dialog>
  );
}
