import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { faultText, fieldTexts } from './fault';

interface Options<T extends FieldValues> {
  schema: GenericSchema<T, T>;
  values: DefaultValues<T>;
  send: (values: T) => Promise<unknown>;
  /** Chooses words of its own for what the server refuses. */
  area?: string;
}

/** A form whose values are checked here first and by the server afterwards; either way errors stand at their fields. */
export function useApiForm<T extends FieldValues>({ schema, values, send, area }: Options<T>) {
  const [problem, setProblem] = useState('');
  const form = useForm<T>({ resolver: valibotResolver(schema), defaultValues: values, mode: 'onSubmit' });
  const { errors, isSubmitting, isDirty } = form.formState;

  const submit = form.handleSubmit(async (checked) => {
    setProblem('');
    try {
      await send(checked);
    } catch (error) {
      const known = Object.entries(fieldTexts(error, area)).filter(([name]) => name in checked);
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
    /** What a field of that name needs. */
    field: (name: Path<T>) => {
      const message = errors[name]?.message;
      return { ...form.register(name), error: typeof message === 'string' ? message : undefined };
    },
  };
}
