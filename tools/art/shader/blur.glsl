// Heights, blurred along one axis: narrow in x (light inside the flesh), wide in y (dents).
uniform sampler2D uFrom;
uniform vec2 uStep;
uniform float uFirst;
out vec4 out0;

void main() {
  vec2 at = gl_FragCoord.xy / uSize;
  vec2 sum = vec2(0.), weight = vec2(0.);
  for (int i = -20; i <= 20; i++) {
    float t = float(i) / 20.;
    vec4 v = texture(uFrom, at + uStep * t);
    vec4 n = texture(uFrom, at + uStep * t * .22);
    float g = exp(-t * t * 5.);
    sum += g * (uFirst > .5 ? vec2(n.a, v.a) : vec2(n.x, v.y));
    weight += g;
  }
  out0 = vec4(sum / weight, 0., 1.);
}
