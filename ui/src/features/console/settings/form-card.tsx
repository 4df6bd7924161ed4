import { useState, type ReactNode } from 'react';
import { faultText, fieldTexts } from '~/api/fault';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { useMayChange } from '../use-rights';

type FormProps = {
  title: string;
  text: string;
  fixed: readonly string[];
  dirty: boolean;
  save: () => Promise<void>;
  onRefused: (texts: Record<string, string>) => void;
  children: ReactNode;
};

/** A card of settings with its own button; what a flag gives is said, and not changed. */
export function FormCard({ title, text, fixed, dirty, save, onRefused, children }: FormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const mayChange = useMayChange('settings');
  const send = async () => {
    setBusy(true);
    setProblem('');
    onRefused({});
    try {
      await save();
      toast({ kind: 'success', title: t('common.saved') });
    } catch (error) {
      const texts = fieldTexts(error);
      onRefused(texts);
      if (Object.keys(texts).length === 0) setProblem(faultText(error));
    }
    setBusy(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (dirty && !busy) void send();
      }}
    >
      <Card
        title={title}
        text={text}
        footer={
          mayChange && (
            <Button type="submit" kind="solid" busy={busy} disabled={!dirty}>
              {t('common.save')}
            </Button>
          )
        }
      >
        {fixed.length > 0 && (
          <Notice>
            {t('consoleSystem.fixed', {
              flags: fixed.map((flag) => `\u2066--${flag}\u2069`).join(t('consoleSystem.and')),
            })}
          </Notice>
        )}
        {children}
        {problem && <Notice tone="danger">{problem}</Notice>}
      </Card>
    </form>
  );
}
