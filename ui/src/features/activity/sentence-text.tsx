import { Link } from 'wouter';
import type { Part } from './sentence';

type Props = { parts: readonly Part[]; href: string | null; title?: string | undefined };

/** A sentence with its names apart; what still exists is a link. */
export function SentenceText({ parts, href, title }: Props) {
  const target = parts.findLastIndex(({ role }) => role === 'what');
  return (
    <span title={title}>
      {parts.map(({ text, role }, index) =>
        role === 'what' && href && index === target ? (
          <Link key={index} href={href} className="font-semibold text-brand hover:underline">
            <bdi>{text}</bdi>
          </Link>
        ) : role ? (
          <bdi key={index} className="font-semibold">
            {text}
          </bdi>
        ) : (
          text
        ),
      )}
    </span>
  );
}
