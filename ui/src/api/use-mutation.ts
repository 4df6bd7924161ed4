import {
  useMutation as useMutationOfRender,
  type DefaultError,
  type UseMutateAsyncFunction,
  type UseMutateFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useCallback, useRef } from 'react';

/**
 * As useMutation of the library, but what a call does belongs to the render that asked for it. The library takes its functions after the
 * paint: Enter right after a letter would send the text without it, and a field that is emptied with the call would send nothing.
 */
export function useMutation<Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  const latest = useRef(options);
  latest.current = options;
  const called = useRef(options);
  const { mutationFn, onMutate } = options;
  const result = useMutationOfRender<Data, Failure, Variables, Context>({
    ...options,
    ...(mutationFn && { mutationFn: (...of) => (called.current.mutationFn ?? mutationFn)(...of) }),
    ...(onMutate && { onMutate: (...of) => (called.current.onMutate ?? onMutate)(...of) }),
  });
  const { mutate: begin, mutateAsync: beginAsync } = result;
  const mutate = useCallback<UseMutateFunction<Data, Failure, Variables, Context>>(
    (...of) => {
      called.current = latest.current;
      begin(...of);
    },
    [begin],
  );
  const mutateAsync = useCallback<UseMutateAsyncFunction<Data, Failure, Variables, Context>>(
    (...of) => {
      called.current = latest.current;
      return beginAsync(...of);
    },
    [beginAsync],
  );
  return { ...result, mutate, mutateAsync };
}
