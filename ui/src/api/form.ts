import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { Fault, faultText, fieldTexts } from './fault';

interface Options<T extends FieldValues> {
  schema: GenericSchema<T, T>;
  values: DefaultValues<T>;
  send: (values: T) => Promise<unknown>;
  /** The field at which a catalogue key, or the server's name of a field, belongs. */
  at?: Record<string, Path<T>>;
  /** The part of the product whose own words for errors are used. */
  area?: string;
}

/** Which fields the server refused, and why. */
function placesOf(error: unknown, at: Record<string, string>, area?: string): [name: string, words: string][] {
  if (error instanceof Fault && error.key && at[error.key]) return [[at[error.key] ?? '', faultText(error, area)]];
  return Object.entries(fieldTexts(error, area)).map(([name, words]) => [at[name] ?? name, words]);
}

/** A form whose values are checked here first and then by the server; errors of both appear at their fields. */
export function useApiForm<T extends FieldValues>({ schema, values, send, at = {}, area }: Options<T>) {
  const [problem, setProblem] = useState('');
  const form = useForm<T>({ resolver: valibotResolver(schema), defaultValues: values, mode: 'onSubmit' });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (checked) => {
    setProblem('');
    try {
      await send(checked);
    } catch (error) {
      const known = placesOf(error, at, area).filter(([name]) => name in checked);
      known.forEach(([name, message], index) =>
        form.setError(name as Path<T>, { message }, { shouldFocus: index === 0 }),
      );
      if (known.length === 0) setProblem(faultText(error, area));
    }
  });

  return {
    form,
    problem,
    dirty: isDirty,
    busy: isSubmitting,
    submit: (event: { preventDefault(): void }) => {
      event.preventDefault();
      void submit();
    },
    /** The props of the field of that name, and its error. */
    field: (name: Path<T>) => {
      const message = errors[name]?.message;
      return { ...form.register(name), error: typeof message === 'string' ? message : undefined };
    },
  };
}
