import { num } from '~/i18n';
import type { Tag } from '../listing/entry';

const MOST = 2;

/** A link says where it leads to. */
function tagText({ content }: Tag): string {
  return /^https?:\/\/(?:www\.)?([^/?#]+)/.exec(content)?.[1] ?? content;
}

/** The values of an entry in the workspace's own fields. */
export function TagChips({ tags }: { tags: readonly Tag[] }) {
  if (tags.length === 0) return null;
  return (
    <span className="flex min-w-0 items-center gap-1" title={tags.map(({ content }) => content).join('\n')}>
      {tags.slice(0, MOST).map((tag) => (
        <span
          key={tag.space_custom_field_id}
          className="min-w-0 truncate rounded-full bg-brand-soft px-2 text-xs text-brand"
        >
          <bdi>{tagText(tag)}</bdi>
        </span>
      ))}
      {tags.length > MOST && <span className="shrink-0 text-xs">+{num(tags.length - MOST)}</span>}
    </span>
  );
}
