import { Check, Copy } from 'lucide-react';
import type { Piece } from '~/api/types.gen';
import { t } from '~/i18n';
import { cx } from '~/kit/cx';
import { IconButton } from '~/kit/icon-button';
import { useCopied } from '~/kit/use-copied';

/** A sentence of the server: values and what is to be typed are read from left to right, and a whole command can be copied. */
export function Phrase({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    switch (kind) {
      case 'value':
        return (
          <bdi key={index} dir="ltr" className="wrap-anywhere">
            {text}
          </bdi>
        );
      case 'literal':
        return <Code key={index} text={text} />;
      case 'command':
        return <Command key={index} text={text} />;
      default:
        return text;
    }
  });
}

const Code = ({ text }: { text: string }) => (
  <bdi dir="ltr">
    <code className="rounded bg-sunken px-1 py-px font-mono wrap-anywhere">{text}</code>
  </bdi>
);

function Command({ text }: { text: string }) {
  const [copied, copy] = useCopied();
  const Icon = copied ? Check : Copy;
  return (
    <span dir="ltr" className="my-1.5 flex items-center rounded-control bg-sunken ps-3 ring-1 ring-line ring-inset">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-ink select-all wrap-anywhere">{text}</code>
      <IconButton
        label={t(copied ? 'consoleSystem.copiedCommand' : 'consoleSystem.copyCommand')}
        onClick={() => copy(text)}
        className={cx(copied && 'text-success!')}
      >
        <Icon size={18} aria-hidden="true" />
      </IconButton>
      <span role="status" className="sr-only">
        {copied && t('consoleSystem.copiedCommand')}
      </span>
    </span>
  );
}
