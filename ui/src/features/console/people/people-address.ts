/** The search of the list, without the person who was opened from it. */
function listSearch(): URLSearchParams {
  const search = new URLSearchParams(location.search);
  search.delete('person');
  search.delete('tab');
  return search;
}

const hrefOf = (search: URLSearchParams) => `/admin/people${search.size > 0 ? `?${search}` : ''}`;

/** The list as it was before a person was opened from it. */
export const peopleHref = (): string => hrefOf(listSearch());

/** A person, with the search of the list to come back to. */
export function personHref(id: string, tab = 'profile'): string {
  const search = listSearch();
  search.set('person', id);
  if (tab !== 'profile') search.set('tab', tab);
  return hrefOf(search);
}
