import type { Space } from '~/api/types';
import { Avatar } from '~/kit/avatar';

/** The picture of a workspace, in its own colour. */
export function SpaceAvatar({ space, className }: { space: Space; className?: string }) {
  return (
    <Avatar
      shape="square"
      name={space.title}
      src={space.avatar_url}
      colour={space.primary_color || '#0b6b66'}
      className={className}
    />
  );
}
