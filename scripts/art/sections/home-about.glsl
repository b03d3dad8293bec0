// with: tenderloin-roast striploin-steak
// Cut to order at a block: the knife beside a roast, a steak already off.
void cut(vec2 p, inout Spot s) {
  PLACE(tenderloin_roast, vec2(.10, .38), .06, .70)
  PLACE(striploin_steak, vec2(-.84, -.34), .10, .36)
  knife(rot(-.08) * (p - vec2(.30, -.66)), s, 1340.);
}
