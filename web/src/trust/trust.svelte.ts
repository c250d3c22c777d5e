// Whether somebody looks at the seal of the dice.

class Trust {
  open = $state(false);
}

export const trust = new Trust();
