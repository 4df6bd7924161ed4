import { t } from '~/i18n';
import { Button } from '~/kit/button';
import { CopyBlock } from '~/kit/copy-block';
import { Notice } from '~/kit/notice';

/** The new token, the only time it can be read. */
export function NewToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <Notice tone="warning">{t('apitokens.once')}</Notice>
      <CopyBlock
        primary
        label={t('apitokens.token')}
        value={token}
        copyLabel={t('apitokens.copy')}
        copiedLabel={t('apitokens.copied')}
      />
      <p className="text-xs text-pretty text-muted">{t('apitokens.use')}</p>
      <Button kind="outline" className="h-11 w-full" onClick={onDone}>
        {t('apitokens.kept')}
      </Button>
    </div>
  );
}
