import { Check, Copy } from 'lucide-react';
import { t } from '~/i18n';
import { IconButton } from '~/kit/icon-button';
import { useCopied } from '~/kit/use-copied';

export function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, copy] = useCopied();
  const Icon = copied ? Check : Copy;
  return (
    <IconButton label={copied ? t('summaries.copied') : label} onClick={() => copy(text)}>
      <Icon size={17} aria-hidden="true" />
    </IconButton>
  );
}
