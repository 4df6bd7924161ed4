import type { ReactNode } from 'react';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { useMayChange } from '../use-rights';
import type { PartOfSelling } from './use-part';

type Props = { title: string; text: string; part: PartOfSelling; invalid?: boolean; children: ReactNode };

/** A card of settings with its own button. */
export function PartCard({ title, text, part, invalid, children }: Props) {
  const mayChange = useMayChange('settings');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (part.dirty && !invalid && !part.busy) part.save();
      }}
    >
      <Card
        title={title}
        text={text}
        footer={
          mayChange && (
            <Button type="submit" kind="solid" busy={part.busy} disabled={!part.dirty || invalid}>
              {t('common.save')}
            </Button>
          )
        }
      >
        <fieldset disabled={!mayChange} className="grid gap-4 sm:grid-cols-2 sm:items-start">
          {children}
        </fieldset>
        {part.problem && <Notice tone="danger">{part.problem}</Notice>}
      </Card>
    </form>
  );
}
