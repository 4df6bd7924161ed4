import { useEffect, useRef, useState } from 'react';
import { Fault } from '~/api/fault';
import { useDebouncedValue } from '~/kit/use-debounced-value';
import { changeDraft, draft, type Invoice, type Selection } from './api';

interface Draft {
  invoice: Invoice | null;
  /** Why the order cannot be bought. */
  error: unknown;
  /** Why the discount code was refused; the rest of the order stands. */
  codeError: unknown;
}

const isOfCode = (error: unknown) => error instanceof Fault && (error.key?.startsWith('discount_') ?? false);

/**
 * The invoice of an order as it is now: the first order makes a draft, later ones change it. A code that the server
 * refuses is left out.
 */
export function useDraft(order: Selection) {
  const wanted = JSON.stringify(order);
  const still = useDebouncedValue(wanted, 350);
  const [state, setState] = useState<Draft & { of: string }>({ invoice: null, error: null, codeError: null, of: '' });
  const id = useRef<string | null>(null);
  // One after the other: two at once would make two drafts.
  const line = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    let late = false;
    const send = async (selection: Selection) => {
      const invoice = await (id.current ? changeDraft(id.current, selection) : draft(selection));
      id.current = invoice.payment_id;
      return invoice;
    };
    const run = async () => {
      if (late) return;
      const selection = JSON.parse(still) as Selection;
      const next: Draft = { invoice: null, error: null, codeError: null };
      try {
        next.invoice = await send(selection).catch((error: unknown) => {
          if (!isOfCode(error)) throw error;
          next.codeError = error;
          return send({ ...selection, discount_code: '' });
        });
      } catch (error) {
        next.error = error;
      }
      if (!late) setState({ ...next, of: still });
    };
    line.current = line.current.then(run);
    return () => {
      late = true;
    };
  }, [still]);
  return {
    ...state,
    /** The invoice is not yet that of the order. */
    busy: state.of !== wanted,
    /** Shows an invoice that another call brought. */
    show: (invoice: Invoice) => setState((before) => ({ ...before, invoice })),
  };
}
