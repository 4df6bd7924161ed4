import { userId } from '~/api/session';
import { Desk } from './desk';
import { hasLanded } from './landed';

/** The uploads of the person who is signed in. */
export const desk = new Desk({ owner: () => userId() ?? '', onLanded: hasLanded, inside: true });
