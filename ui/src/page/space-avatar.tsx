import type { Space } from '~/api/types';
import { Avatar } from '~/kit/avatar';

/** The parts of a workspace that its face shows; every answer about a workspace has them. */
type Face = Pick<Space, 'title' | 'avatar_url' | 'primary_color'>;

/** The picture of a workspace, in its own colour. It looks the same everywhere, so no other component draws one. */
export function SpaceAvatar({ space, className }: { space: Face; className?: string }) {
  return (
    <Avatar
      shape="square"
      name={space.title || '·'}
      src={space.avatar_url}
      colour={space.primary_color || '#0b6b66'}
      className={className}
    />
  );
}
