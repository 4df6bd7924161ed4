import { fullName } from '~/api/me';
import type { User } from '~/api/types';
import { Avatar } from '~/kit/avatar';

/** The signed-in user with name and contact, shown before an action in their name. */
export function PersonCard({ me }: { me: User }) {
  const name = fullName(me);
  const contact = me.email || me.mobile;
  return (
    <div className="flex items-center gap-4 rounded-card border border-line bg-bg p-4">
      <Avatar name={name || contact} src={me.avatar} className="size-14" />
      <div className="grid min-w-0">
        <bdi className="max-w-full justify-self-start truncate text-base font-bold">{name}</bdi>
        {contact && (
          <bdi dir="ltr" className="max-w-full justify-self-start truncate text-muted">
            {contact}
          </bdi>
        )}
      </div>
    </div>
  );
}
