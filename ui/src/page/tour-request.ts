let listener: () => void = () => {};

/** Who shows people around. */
export const whenTourIsAsked = (next: () => void) => {
  listener = next;
};

/** Shows the tour once more. */
export const startTour = () => listener();
