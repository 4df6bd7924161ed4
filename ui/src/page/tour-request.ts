let listener: () => void = () => {};

/** Sets what shows the tour. */
export const whenTourIsAsked = (next: () => void) => {
  listener = next;
};

/** Shows the tour once more. */
export const startTour = () => listener();
