import { useQuery } from '@tanstack/react-query';
import { api } from './client';
import { keyOf } from './keys';
import { isLoggedIn } from './session';

/** The support that the best plan of the user has. */
export const useSupportPlan = () =>
  useQuery({
    queryKey: keyOf('support-plan'),
    queryFn: () => api.get('support/plan'),
    enabled: isLoggedIn(),
    staleTime: 300_000,
  });
