import {
  useMutation as useMutationOfRender,
  type DefaultError,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * As useMutation of the library, but what it calls belongs to the newest render. The library takes its functions after the paint: Enter
 * right after a letter would send the text without it.
 */
export function useMutation<Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  const latest = useRef(options);
  latest.current = options;
  const { mutationFn, onMutate } = options;
  return useMutationOfRender({
    ...options,
    ...(mutationFn && { mutationFn: (...of) => (latest.current.mutationFn ?? mutationFn)(...of) }),
    ...(onMutate && { onMutate: (...of) => (latest.current.onMutate ?? onMutate)(...of) }),
  });
}
