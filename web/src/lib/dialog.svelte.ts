/** The rule that lies open over the table, so that reading one does not cost a half-made choice. */
class OpenRule {
  id = $state.raw<string | null>(null);
}

export const openRule = new OpenRule();
