const key = 'first_steps_seen';

/** Whether whoever is signed in was at the first steps of the appliance, in this browser. */
export const areFirstStepsSeen = () => localStorage.getItem(key) !== null;

export const noteFirstStepsSeen = () => localStorage.setItem(key, '1');
