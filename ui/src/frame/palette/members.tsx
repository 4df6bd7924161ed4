import type { Member } from '~/api/types';
import { Avatar } from '~/kit/avatar';
import { personName } from '~/page/people/person';
import type { Candidate } from './candidates';

/** A member, who is found by name and address; their row in the list of members opens. */
export function memberCandidate(spaceId: string, { user, email }: Member, navigate: (to: string) => void): Candidate {
  const name = personName(user, email);
  return {
    id: `person-${email}`,
    text: name,
    detail: name === email ? undefined : email,
    icon: <Avatar name={name} className="size-7 text-xs" />,
    run: () => navigate(`/workspace/${spaceId}/teammates?query=${encodeURIComponent(email)}`),
  };
}
