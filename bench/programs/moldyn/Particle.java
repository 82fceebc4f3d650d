package moldyn;

final class Particle {
    double x;
    double y;
    double z;
    double velocityX;
    double velocityY;
    double velocityZ;
    double forceX;
    double forceY;
    double forceZ;

    Particle(double x, double y, double z, double velocityX, double velocityY, double velocityZ) {
        this.x = x;
        this.y = y;
        this.z = z;
        this.velocityX = velocityX;
        this.velocityY = velocityY;
        this.velocityZ = velocityZ;
    }

    void move(double side, double step) {
        x = wrap(x + velocityX * step + forceX, side);
        y = wrap(y + velocityY * step + forceY, side);
        z = wrap(z + velocityZ * step + forceZ, side);
        velocityX += forceX / step;
        velocityY += forceY / step;
        velocityZ += forceZ / step;
        forceX = 0;
        forceY = 0;
        forceZ = 0;
    }

    private static double wrap(double at, double side) {
        if (at < 0) {
            return at + side;
        }
        return at > side ? at - side : at;
    }

    /** The forces between this particle and those after it, added to the particles and to what the runner knows. */
    void force(double side, double cutoff, Particle[] particles, int self, Runner runner) {
        double half = side / 2;
        double cutoffSquared = cutoff * cutoff;
        double sumX = 0;
        double sumY = 0;
        double sumZ = 0;
        for (int i = self + 1; i < particles.length; i++) {
            Particle other = particles[i];
            double dx = x - other.x;
            double dy = y - other.y;
            double dz = z - other.z;
            dx += dx < -half ? side : dx > half ? -side : 0;
            dy += dy < -half ? side : dy > half ? -side : 0;
            dz += dz < -half ? side : dz > half ? -side : 0;
            double squared = dx * dx + dy * dy + dz * dz;
            if (squared > cutoffSquared) {
                continue;
            }
            double inverse = 1 / squared;
            double cubed = inverse * inverse * inverse;
            double strength = inverse * cubed * (cubed - 0.5);
            runner.potential += cubed * cubed - cubed;
            runner.virial -= squared * strength;
            runner.interactions++;
            sumX += dx * strength;
            sumY += dy * strength;
            sumZ += dz * strength;
            other.forceX -= dx * strength;
            other.forceY -= dy * strength;
            other.forceZ -= dz * strength;
        }
        forceX += sumX;
        forceY += sumY;
        forceZ += sumZ;
    }

    double kick(double half) {
        forceX *= half;
        forceY *= half;
        forceZ *= half;
        velocityX += forceX;
        velocityY += forceY;
        velocityZ += forceZ;
        return velocityX * velocityX + velocityY * velocityY + velocityZ * velocityZ;
    }
}
