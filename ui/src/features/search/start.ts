import { createEmitter } from '~/kit/store';
import type { Search } from './filters';

const asked = createEmitter<[search: Search]>();

/** Opens the form of all filters, filled in as far as is known. */
export const showAdvanced = asked.emit;
export const whenAdvanced = asked.subscribe;
