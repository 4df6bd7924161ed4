import * as v from 'valibot';
import { keyText } from '~/api/fault';
import { useApiForm } from '~/api/form';
import type { Space } from '~/api/types';
import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { TextField } from '~/kit/field';
import { Card } from '~/kit/layout';
import { Notice } from '~/kit/notice';
import { toast } from '~/kit/toast';
import { renameSpace } from './api';

const schema = v.object({
  title: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(() => keyText('required')),
  ),
});

export function RenameSection({ space }: { space: Space }) {
  const { field, form, submit, busy, dirty, problem } = useApiForm({
    schema,
    values: { title: space.title },
    at: { duplicate_field: 'title' },
    send: async ({ title }) => {
      const renamed = await renameSpace(space.space_id, title);
      form.reset({ title: renamed.title });
      toast({ kind: 'success', title: t('workspaces.renamed') });
    },
  });
  return (
    <form onSubmit={submit} noValidate>
      <Card
        title={t('workspaces.renameTitle')}
        text={t('workspaces.renameText')}
        footer={
          <Button type="submit" kind="solid" busy={busy} disabled={!dirty}>
            {t('common.save')}
          </Button>
        }
      >
        <TextField {...field('title')} label={t('workspaces.name')} autoComplete="off" maxLength={200} />
        {problem && <Notice tone="danger">{problem}</Notice>}
      </Card>
    </form>
  );
}
