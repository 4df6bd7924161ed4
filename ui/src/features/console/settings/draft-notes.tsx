import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Notice } from '~/kit/notice';
import type { Tested } from './use-draft';

type Props = {
  busy: 'save' | 'test' | null;
  onTest: () => void;
  onSave?: () => void;
  onCancel: () => void;
};

/** The buttons below the form of a connection. */
export const DraftButtons = ({ busy, onTest, onSave, onCancel }: Props) => (
  <>
    <Button onClick={onCancel}>{t('common.cancel')}</Button>
    <Button kind="outline" busy={busy === 'test'} disabled={busy !== null} onClick={onTest}>
      {t('connections.test')}
    </Button>
    <Button
      type={onSave ? 'button' : 'submit'}
      kind="solid"
      busy={busy === 'save'}
      disabled={busy !== null}
      {...(onSave && { onClick: onSave })}
    >
      {t('common.save')}
    </Button>
  </>
);

type NotesProps = { tested: Tested; problem: string; good: string };

/** The server's remarks about a draft. */
export const DraftNotes = ({ tested, problem, good }: NotesProps) => (
  <>
    {tested?.ok && (
      <div role="status">
        <Notice>{good}</Notice>
      </div>
    )}
    {tested?.ok === false && (
      <Notice tone="danger" title={t('connections.testFailed')}>
        {tested.text}
      </Notice>
    )}
    {problem && <Notice tone="danger">{problem}</Notice>}
  </>
);
